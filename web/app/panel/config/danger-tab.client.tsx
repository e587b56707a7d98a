import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { limits } from '@vitrine/contract/limits';
import type { MembersAnswer } from '@vitrine/contract/members';
import type { Store } from '@vitrine/contract/stores';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, api, errorText } from '../../lib/api.ts';
import { useAppStore } from '../../state/app-store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput, Select, TextInput } from '../../ui/inputs.tsx';
import { Alert, Card } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { useMay } from '../may.ts';
import { storesQuery } from '../store-queries.ts';

/** What only the owner may do, each behind the password: hand the store over, or delete it. */
export function DangerTab({ store }: { store: Store }) {
  const [asking, setAsking] = useState<'transfer' | 'delete' | null>(null);
  const owner = useMay()('store.own');
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      {owner ? null : <Alert tone="info">Só o proprietário da loja pode fazer isso.</Alert>}
      <Danger
        title="Transferir a loja"
        text="Outra pessoa da equipe vira proprietária, com o plano e o histórico. Você continua como administrador."
        action={
          <Button tone="secondary" disabled={!owner} onClick={() => setAsking('transfer')}>
            Transferir
          </Button>
        }
      />
      <Danger
        title="Excluir a loja"
        text="A loja sai do ar na hora e o que espera entrega é cancelado. O endereço fica indisponível para outros."
        action={
          <Button tone="danger" disabled={!owner} onClick={() => setAsking('delete')}>
            Excluir loja
          </Button>
        }
      />
      <Transfer store={store} open={asking === 'transfer'} onClose={() => setAsking(null)} />
      <Delete store={store} open={asking === 'delete'} onClose={() => setAsking(null)} />
    </div>
  );
}

function Danger({ title, text, action }: { title: string; text: string; action: ReactNode }) {
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0 sm:max-w-lg">
          <h2 className="font-semibold">{title}</h2>
          <p className="text-small text-muted">{text}</p>
        </div>
        {action}
      </div>
    </Card>
  );
}

interface AskProps {
  store: Store;
  open: boolean;
  onClose(): void;
}

function Transfer({ store, open, onClose }: AskProps) {
  const queries = useQueryClient();
  const members = useQuery({
    queryKey: ['members', store.subdomain],
    enabled: open,
    queryFn: ({ signal }) => api<MembersAnswer>('POST', '/members', { body: { subdomain: store.subdomain }, signal }),
  });
  const [memberId, setMemberId] = useState('');
  const others = members.data?.members.filter((member) => member.role !== 'owner') ?? [];
  return (
    <PasswordDialog
      open={open}
      onClose={onClose}
      title="Transferir a loja"
      confirmLabel="Transferir loja"
      pendingLabel="Transferindo..."
      ready={memberId !== ''}
      failed="Erro ao transferir a loja"
      onConfirm={async (password) => {
        await api('POST', '/store/transfer', { body: { subdomain: store.subdomain, memberId, password } });
        await queries.invalidateQueries();
        notify.success('Loja transferida.');
      }}
    >
      {members.data && others.length === 0 ? (
        <Alert tone="info">Convide antes a pessoa para a equipe, em Membros.</Alert>
      ) : (
        <Field label="Novo proprietário" error={members.isError ? 'Erro ao carregar dados' : undefined}>
          <Select value={memberId} onChange={(event) => setMemberId(event.target.value)}>
            <option value="">Escolha</option>
            {others.map((member) => (
              <option key={member.id} value={member.id}>
                {member.name}
                {member.email ? ` (${member.email})` : ''}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </PasswordDialog>
  );
}

function Delete({ store, open, onClose }: AskProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  useEffect(() => {
    if (open) setTyped('');
  }, [open]);
  return (
    <PasswordDialog
      open={open}
      onClose={onClose}
      title={`Excluir ${store.name}?`}
      confirmLabel="Excluir loja"
      pendingLabel="Excluindo..."
      ready={typed.trim() === store.subdomain}
      failed="Erro ao excluir a loja"
      onConfirm={async (password) => {
        await api('POST', '/store/delete', { body: { subdomain: store.subdomain, password } });
        const left = (queries.getQueryData(storesQuery.queryKey) ?? []).filter(({ id }) => id !== store.id);
        notify.success('Loja excluída.');
        await navigate('/dashboard', { replace: true });
        useAppStore.getState().storesLoaded(left);
        queries.setQueryData(storesQuery.queryKey, left);
        await queries.invalidateQueries({ queryKey: storesQuery.queryKey });
      }}
    >
      <p className="text-muted">
        Ninguém mais visita nem compra, e as entregas pendentes são canceladas. Não dá para desfazer.
      </p>
      <Field label={`Digite ${store.subdomain} para confirmar`}>
        <TextInput
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </PasswordDialog>
  );
}

interface PasswordDialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  confirmLabel: string;
  pendingLabel: string;
  /** Whether the rest of the dialog is filled in. */
  ready: boolean;
  /** Said when the server gives no words of its own. */
  failed: string;
  onConfirm(password: string): Promise<void>;
  children: ReactNode;
}

/** A question that wants the password; a wrong one is said at its field. */
function PasswordDialog(props: PasswordDialogProps) {
  const { open, onClose, title, confirmLabel, pendingLabel, ready, failed, onConfirm, children } = props;
  const [password, setPassword] = useState('');
  const { reset, ...ask } = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  useEffect(() => {
    if (!open) return;
    setPassword('');
    reset();
  }, [open, reset]);
  const wrong = ask.error instanceof ApiError && ask.error.code === 'wrong_password';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && password) ask.mutate(password);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      size="sm"
      dismissable={!ask.isPending}
      footer={
        <>
          <Button tone="quiet" disabled={ask.isPending} onClick={onClose}>
            Voltar
          </Button>
          <Button
            tone="danger"
            type="submit"
            form="password-dialog"
            disabled={!ready || !password}
            pending={ask.isPending}
            pendingLabel={pendingLabel}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form id="password-dialog" noValidate onSubmit={submit} className="flex flex-col gap-5">
        {children}
        <Field label="Sua senha" error={wrong ? errorText(ask.error, failed) : undefined}>
          <PasswordInput
            autoComplete="current-password"
            maxLength={limits.passwordMax}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        {ask.isError && !wrong ? (
          <Alert tone="bad" assertive>
            {errorText(ask.error, failed)}
          </Alert>
        ) : null}
      </form>
    </Dialog>
  );
}
