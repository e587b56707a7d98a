import { limits } from '@vitrine/contract/limits';
import {
  alwaysGiven,
  builtInRights,
  givablePermissions,
  mayDo,
  movesMoney,
  type Permission,
  permissions,
  wholeRights,
} from '@vitrine/contract/permissions';
import { invitableRoles, roleTexts } from '@vitrine/contract/roles';
import type { TeamRole } from '@vitrine/contract/team-roles';
import { useId, useState } from 'react';
import { ApiError, errorText } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Checkbox, Select, TextInput } from '../../../ui/inputs.tsx';
import { Alert } from '../../../ui/surfaces.tsx';
import { notify } from '../../../ui/toast.tsx';
import { type FieldWords, field } from '../../form/edited/differences.ts';
import { filledState } from '../../form/edited/fill-form.ts';
import { useDialogSave } from '../../form/edited/use-dialog-save.client.tsx';
import { useEdited } from '../../form/edited/use-edited.client.tsx';
import { useFirstError } from '../../form/use-first-error.ts';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { useRole } from '../../store/may.ts';
import { refreshAfter } from '../../store/query-keys.ts';
import { holdersText, rightTexts } from '../role-descriptions.ts';

interface RoleDialogProps {
  /** The role to change; undefined for a new one. */
  role: TeamRole | undefined;
  onClose(): void;
}

interface Draft {
  name: string;
  permissions: Permission[];
}

const groups: { title: string; of: Permission[] }[] = [
  { title: 'Loja', of: ['dashboard.read', 'store.edit', 'store.connect', 'plan.manage'] },
  { title: 'Catálogo', of: ['catalog.edit', 'window.edit', 'discounts.edit', 'variables.edit'] },
  {
    title: 'Pedidos',
    of: ['orders.read', 'deliveries.repair', 'orders.refund', 'orders.give', 'buyers.block'],
  },
  { title: 'Equipe', of: ['members.edit', 'audit.read'] },
];

const draftOf = (role: TeamRole | undefined): Draft => ({
  name: role?.name ?? '',
  permissions: givablePermissions.filter((name) => role?.permissions.includes(name)),
});

const words: FieldWords<Draft>[] = [
  field('name', 'Nome'),
  { paths: ['permissions'], label: 'Pode', text: (draft) => rightTexts(draft.permissions).join(', ') || '—' },
];

/** One role of the store's own. It is mounted when it opens, so it always starts from `role`. */
export function RoleDialog({ role, onClose }: RoleDialogProps) {
  const store = useCurrentStoreId();
  const own = useRole();
  const formId = useId();
  const { form, focusFirstError } = useFirstError();
  const [draft, setDraft] = useState(() => draftOf(role));
  const [nameError, setNameError] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const held = wholeRights(draft.permissions);

  const edited = useEdited<Draft>({
    what: 'este papel',
    dirty: false,
    read: role && { version: role.version, state: draftOf(role) },
    now: () => draft,
    fill: (from, kept, mine) => setDraft(filledState(from, kept, mine)),
    stateOf: (current: TeamRole) => draftOf(current),
    fields: async () => words,
    submit: () => void send(),
  });

  const toggle = (name: Permission, on: boolean) => {
    setFailure(null);
    const without = held.filter((one) => one !== name);
    // Permissions that need this one go with it.
    const left = without.filter((one) => !wholeRights([one]).includes(name));
    setDraft((before) => ({ ...before, permissions: on ? wholeRights([...held, name]) : left }));
  };
  const refuseName = (text: string) => {
    setNameError(text);
    focusFirstError();
  };
  const saved = () => {
    void refreshAfter(role ? 'POST /roles/edit' : 'POST /roles/create', store);
    notify.success(role ? 'Papel salvo.' : 'Papel criado. Dê a alguém na aba Equipe.');
    onClose();
  };
  const { pending, save } = useDialogSave({
    meet: edited.meet,
    saved,
    refuse(error) {
      const text = errorText(error, 'Erro ao salvar o papel');
      if (error instanceof ApiError && error.field === 'name') refuseName(text);
      else setFailure(text);
    },
  });
  const send = async () => {
    if (pending) return;
    const name = draft.name.trim();
    if (!name) return refuseName('Dê um nome ao papel.');
    await save(async () => {
      const body = { name, permissions: held };
      const version = edited.base.current?.version;
      if (role) await call('POST /roles/edit', { body: { ...body, id: role.id, version }, store });
      else await call('POST /roles/create', { body, store });
    });
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      dismissable={!pending}
      title={role ? 'Editar papel' : 'Novo papel'}
      footer={
        <>
          <Button tone="quiet" disabled={pending} onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" form={formId} pending={pending} pendingLabel={role ? 'Salvando...' : 'Criando...'}>
            {role ? 'Salvar papel' : 'Criar papel'}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
        className="flex flex-col gap-5"
      >
        {role && role.members > 0 ? (
          <Alert tone="info">
            {holdersText({ ...role, invitations: 0 })} com este papel: o que mudar vale na hora.
          </Alert>
        ) : null}
        <Field label="Nome" error={nameError}>
          <TextInput
            autoComplete="off"
            maxLength={limits.roleNameMax}
            placeholder="Moderador"
            value={draft.name}
            onChange={(event) => {
              setNameError(undefined);
              setDraft((before) => ({ ...before, name: event.target.value }));
            }}
          />
        </Field>
        {role ? null : (
          <Field label="Começar de" help="Marca o que esse papel pode; depois é só ajustar.">
            <Select
              defaultValue=""
              onChange={(event) => {
                const from = invitableRoles.find((one) => one === event.target.value);
                const rights = from ? builtInRights[from].filter((name) => own && mayDo(own, name)) : [];
                setDraft((before) => ({ ...before, permissions: rights }));
              }}
            >
              <option value="">Nada marcado</option>
              {invitableRoles.map((name) => (
                <option key={name} value={name}>
                  {roleTexts[name]}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {groups.map(({ title, of }) => (
          <fieldset key={title} className="flex flex-col gap-3 pointer-coarse:gap-5">
            <legend className="mb-2 text-small font-medium text-muted">{title}</legend>
            {of.map((name) => {
              const mine = own !== undefined && mayDo(own, name);
              return (
                <Checkbox
                  key={name}
                  label={permissions[name].text}
                  help={mine ? undefined : 'Você não tem esta permissão.'}
                  disabled={!mine}
                  checked={held.includes(name)}
                  onChange={(event) => toggle(name, event.target.checked)}
                />
              );
            })}
          </fieldset>
        ))}
        <p className="text-small text-muted">
          Todo papel também pode: {alwaysGiven.map((name) => permissions[name].text.toLowerCase()).join(', ')}.
          {movesMoney({ id: '', name: '', permissions: held })
            ? ' Este mexe com dinheiro ou com a equipe: pedimos que você confirme quem é, e o proprietário recebe um e-mail.'
            : ''}
        </p>
        {failure ? (
          <Alert tone="bad" assertive>
            {failure}
          </Alert>
        ) : null}
      </form>
      {edited.question}
    </Dialog>
  );
}
