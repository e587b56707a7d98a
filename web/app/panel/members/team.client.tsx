import { useQuery } from '@tanstack/react-query';
import type { Invitation, Member, MembersAnswer } from '@vitrine/contract/members';
import { hasRightsOf } from '@vitrine/contract/permissions';
import { type OwnRole, type Role, roleKey, roleName } from '@vitrine/contract/roles';
import { LogOut, Send, Trash2, UserPlus, X } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { formatDate } from '../../lib/format.ts';
import { useAppStore } from '../../state/app-store.ts';
import { Avatar, RelativeTime } from '../../ui/bits.tsx';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/inputs.tsx';
import { Badge, Card, List } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { useLast } from '../../ui/use-last.ts';
import { planQuery } from '../store/catalog-queries.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { useRole } from '../store/may.ts';
import { PlanNotice } from '../store/plan-room.client.tsx';
import { refreshAfter, type Write } from '../store/query-keys.ts';
import { UsageBar } from '../subscription/usage-bar.client.tsx';
import { ApprovalRule } from './approval-rule.client.tsx';
import { LeaveDialog } from './leave-dialog.client.tsx';
import { RoleOptions, useGivableRoles } from './role-options.client.tsx';
import { TeamFactor } from './team-factor.client.tsx';

/** A change that waits for the person's confirmation. */
type Change =
  | { kind: 'role'; member: Member; role: Role }
  | { kind: 'remove'; member: Member }
  | { kind: 'leave'; member: Member }
  | { kind: 'revoke'; invitation: Invitation };

/** A change to another person, or to an open invitation. */
type Asked = Exclude<Change, { kind: 'leave' }>;

interface TeamProps {
  answer: MembersAnswer;
  mayEdit: boolean;
}

/** Members with their roles, open invitations, and how many people the plan allows. */
export function Team({ answer, mayEdit }: TeamProps) {
  const { members, invitations, roles } = answer;
  const subdomain = useCurrentStoreId();
  const me = useAppStore((state) => state.auth.user?.id);
  const plan = useQuery(planQuery(subdomain)).data;
  const own = useRole();
  const [change, setChange] = useState<Change | null>(null);
  const alone = members.length === 1 && invitations.length === 0;

  return (
    <div className="flex flex-col gap-4">
      {mayEdit ? <PlanNotice what="subUsers" /> : null}
      {plan ? (
        <Card>
          <UsageBar label={`Sub-usuários do plano ${plan.name}`} {...plan.limits.subUsers} />
        </Card>
      ) : null}
      <TeamFactor answer={answer} />
      <ApprovalRule answer={answer} />
      <Card flush title="Equipe" className="overflow-hidden">
        <List aria-label="Equipe">
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              me={member.id === me}
              mayEdit={mayEdit}
              roles={roles}
              onChange={setChange}
            />
          ))}
        </List>
        {alone && mayEdit ? (
          <div className="border-t border-line">
            <EmptyState
              drawing="people"
              title="Só você por aqui"
              action={
                <LinkButton to="/members/invite" tone="secondary" icon={<UserPlus className="size-4" />}>
                  Convidar membro
                </LinkButton>
              }
            >
              Convide quem atende os jogadores ou cuida dos produtos, cada um com seu papel.
            </EmptyState>
          </div>
        ) : null}
      </Card>
      {invitations.length > 0 ? (
        <Card flush title="Convites abertos" className="overflow-hidden">
          <List aria-label="Convites abertos">
            {invitations.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                mayEdit={mayEdit && own !== undefined && hasRightsOf(own, invitation.role)}
                onRevoke={() => setChange({ kind: 'revoke', invitation })}
              />
            ))}
          </List>
        </Card>
      ) : null}
      <ChangeDialog change={change?.kind === 'leave' ? null : change} onClose={() => setChange(null)} />
      <LeaveDialog open={change?.kind === 'leave'} onClose={() => setChange(null)} />
    </div>
  );
}

interface MemberRowProps {
  member: Member;
  me: boolean;
  mayEdit: boolean;
  /** The store's own roles. */
  roles: readonly OwnRole[];
  onChange(change: Change): void;
}

function MemberRow({ member, me, mayEdit, roles, onChange }: MemberRowProps) {
  const own = useRole();
  const givable = useGivableRoles(roles, member.role);
  // A person cannot change a member who has more permissions than that person.
  const editable = mayEdit && !me && member.role !== 'owner' && own !== undefined && hasRightsOf(own, member.role);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 px-4 py-3 sm:grid-cols-[auto_minmax(0,1fr)_13rem_2.75rem] sm:px-5">
      <Avatar name={member.name} src={member.avatar} />
      <div className="min-w-0 max-sm:col-span-2">
        <p className="truncate font-medium">
          {member.name}
          {me ? <span className="font-normal text-muted"> (você)</span> : null}
        </p>
        <p className="text-small wrap-anywhere text-muted">
          {member.email ?? 'Sem e-mail'}
          <span className="max-sm:hidden">
            {' '}
            · <span className="whitespace-nowrap">desde {formatDate(member.since)}</span>
          </span>
        </p>
        {mayEdit && !me ? (
          <p className="truncate text-small text-muted">
            {member.lastSeen ? (
              <>
                Último acesso <RelativeTime at={member.lastSeen} />
              </>
            ) : (
              'Sem acesso há meses'
            )}
          </p>
        ) : null}
        {member.factor === false ? (
          <p className="text-small text-warn">
            Sem verificação em duas etapas
            {member.factorDue ? <FactorDue due={member.factorDue} /> : null}
          </p>
        ) : null}
      </div>
      <div className="max-sm:col-start-2 max-sm:row-start-2">
        {editable ? (
          <Select
            aria-label={`Papel de ${member.name}`}
            value={roleKey(member.role)}
            onChange={(event) => {
              const role = givable.find((one) => roleKey(one) === event.target.value);
              if (role) onChange({ kind: 'role', member, role });
            }}
          >
            <RoleOptions roles={givable} />
          </Select>
        ) : (
          <Badge tone={member.role === 'owner' ? 'accent' : 'neutral'}>{roleName(member.role)}</Badge>
        )}
      </div>
      <div className="max-sm:col-start-3 max-sm:row-start-2">
        {editable ? (
          <IconButton label={`Remover ${member.name}`} onClick={() => onChange({ kind: 'remove', member })}>
            <Trash2 className="size-4" />
          </IconButton>
        ) : me && member.role !== 'owner' ? (
          <IconButton label="Sair desta loja" onClick={() => onChange({ kind: 'leave', member })}>
            <LogOut className="size-4" />
          </IconButton>
        ) : null}
      </div>
    </li>
  );
}

/** Until when a member enters without a second factor. */
function FactorDue({ due }: { due: string }) {
  return new Date(due) > new Date() ? <> · entra até {formatDate(due)}</> : <> · sem acesso até ligar</>;
}

interface InvitationRowProps {
  invitation: Invitation;
  mayEdit: boolean;
  onRevoke(): void;
}

function InvitationRow({ invitation, mayEdit, onRevoke }: InvitationRowProps) {
  const subdomain = useCurrentStoreId();
  const [sending, setSending] = useState(false);
  const resend = async () => {
    setSending(true);
    try {
      await call('POST /members/invitations/resend', { body: { id: invitation.id }, store: subdomain });
      notify.success('Convite reenviado.');
      await refreshAfter('POST /members/invitations/resend', subdomain);
    } catch (error) {
      notify.error(errorText(error, 'Erro ao reenviar o convite'));
    } finally {
      setSending(false);
    }
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 grow basis-60">
        <p className="truncate font-medium">{invitation.email}</p>
        <p className="text-small text-muted">
          {roleName(invitation.role)} · por {invitation.invitedBy} · vence <RelativeTime at={invitation.expiresAt} />
        </p>
      </div>
      {mayEdit ? (
        <div className="flex gap-2">
          <Button
            size="small"
            tone="secondary"
            icon={<Send className="size-4" />}
            pending={sending}
            pendingLabel="Enviando..."
            onClick={() => void resend()}
          >
            Reenviar
          </Button>
          <Button size="small" tone="quiet" icon={<X className="size-4" />} onClick={onRevoke}>
            Revogar
          </Button>
        </div>
      ) : null}
    </li>
  );
}

function ChangeDialog({ change, onClose }: { change: Asked | null; onClose(): void }) {
  const subdomain = useCurrentStoreId();
  const shown = useLast(change);
  if (!shown) return null;
  const words = wordsOf(shown);

  const confirm = async () => {
    await words.make(subdomain);
    notify.success(words.done);
    await refreshAfter(words.write, subdomain);
  };
  return (
    <ConfirmDialog
      open={change !== null}
      onOpenChange={(open) => !open && onClose()}
      title={words.title}
      confirmLabel={words.confirm}
      pendingLabel="Aguarde..."
      dismissLabel="Voltar"
      tone={shown.kind === 'role' ? 'primary' : 'danger'}
      onConfirm={confirm}
      errorText={(error) => errorText(error, words.failed)}
    >
      {words.text}
    </ConfirmDialog>
  );
}

interface Words {
  write: Write;
  make(store: string | null): Promise<unknown>;
  title: string;
  text: string;
  confirm: string;
  done: string;
  failed: string;
}

function wordsOf(change: Asked): Words {
  switch (change.kind) {
    case 'role':
      return {
        write: 'POST /members/edit',
        make: (store) =>
          call('POST /members/edit', { body: { id: change.member.id, role: roleKey(change.role) }, store }),
        title: `Mudar o papel de ${change.member.name}?`,
        text: `De ${roleName(change.member.role)} para ${roleName(change.role)}, a partir de agora.`,
        confirm: 'Mudar papel',
        done: 'Papel alterado.',
        failed: 'Erro ao mudar o papel',
      };
    case 'remove':
      return {
        write: 'POST /members/remove',
        make: (store) => call('POST /members/remove', { body: { id: change.member.id }, store }),
        title: `Remover ${change.member.name}?`,
        text: 'Perde o acesso a esta loja na hora. O que já fez continua no registro.',
        confirm: 'Remover',
        done: 'Membro removido.',
        failed: 'Erro ao remover o membro',
      };
    case 'revoke':
      return {
        write: 'POST /members/invitations/revoke',
        make: (store) => call('POST /members/invitations/revoke', { body: { id: change.invitation.id }, store }),
        title: 'Revogar este convite?',
        text: `O link enviado para ${change.invitation.email} deixa de funcionar.`,
        confirm: 'Revogar convite',
        done: 'Convite revogado.',
        failed: 'Erro ao revogar o convite',
      };
  }
}
