import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Store } from '@vitrine/contract/store-answers';
import type { StoreStatus } from '@vitrine/contract/stores';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { errorText } from '../../lib/api.ts';
import { call, callFile } from '../../lib/call.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useAppStore } from '../../state/app-store.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { Alert, Card } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { dropDrafts } from '../form/edited/drafts.ts';
import { membersQuery } from '../members/members-queries.ts';
import { useMay } from '../store/may.ts';
import { leaveStore } from '../store/missing-store.ts';
import { refreshAfter } from '../store/query-keys.ts';
import { keepStore, storesQuery } from '../store/store-queries.ts';

/** How long the export may take, in ms: a file of a hundred thousand orders has some hundred megabytes. */
const EXPORT_TIMEOUT_MS = 10 * 60_000;

/** Closes and reopens the store. In a confirmed session, the owner exports its data, transfers or deletes it. */
export function DangerTab({ store }: { store: Store }) {
  const [asking, setAsking] = useState<'export' | 'transfer' | 'delete' | null>(null);
  const may = useMay();
  const owner = may('store.own');
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <OpenOrClose store={store} disabled={!may('store.edit')} />
      {owner ? null : <Alert tone="info">Só o proprietário da loja pode exportar, transferir ou excluir.</Alert>}
      <Danger
        title="Exportar os dados"
        text="Um arquivo JSON com a loja, a equipe, os produtos, os cupons e todos os pedidos, com itens e entregas. Nenhuma senha ou token vai junto."
        action={
          <Button tone="secondary" disabled={!owner} onClick={() => setAsking('export')}>
            Exportar
          </Button>
        }
      />
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
      <Export store={store} open={asking === 'export'} onClose={() => setAsking(null)} />
      <Transfer store={store} open={asking === 'transfer'} onClose={() => setAsking(null)} />
      <Delete store={store} open={asking === 'delete'} onClose={() => setAsking(null)} />
    </div>
  );
}

const statusTexts = {
  active: {
    title: 'Fechar a loja',
    text: 'Quem visita vê a página “em desenvolvimento” e ninguém compra. O que já foi pago continua sendo entregue.',
    button: 'Fechar loja',
    done: 'Loja aberta.',
    failed: 'Erro ao abrir a loja',
  },
  inactive: {
    title: 'A loja está fechada',
    text: 'Ninguém compra enquanto ela estiver fechada. Entregas, prazos e pagamentos já feitos seguem normalmente.',
    button: 'Reabrir loja',
    done: 'Loja fechada.',
    failed: 'Erro ao fechar a loja',
  },
} as const satisfies Record<StoreStatus['status'], object>;

/** Closes and reopens the store. Only closing asks first, because opening costs nobody anything. */
function OpenOrClose({ store, disabled }: { store: Store; disabled: boolean }) {
  const queries = useQueryClient();
  const [closing, setClosing] = useState(false);
  const put = async (status: StoreStatus['status']) => {
    const body = { subdomain: store.subdomain, status };
    keepStore(queries, (await call('POST /store/status', { body })).response);
    notify.success(statusTexts[status].done);
  };
  const reopen = useMutation({
    mutationFn: () => put('active'),
    onError: (error) => notify.error(errorText(error, statusTexts.active.failed)),
  });
  const { title, text, button } = statusTexts[store.status];
  return (
    <>
      <Danger
        title={title}
        text={text}
        action={
          <Button
            tone={store.status === 'active' ? 'secondary' : 'primary'}
            disabled={disabled}
            pending={reopen.isPending}
            pendingLabel="Abrindo..."
            onClick={() => (store.status === 'active' ? setClosing(true) : reopen.mutate())}
          >
            {button}
          </Button>
        }
      />
      <ConfirmDialog
        open={closing}
        onOpenChange={setClosing}
        title={`Fechar ${store.name}?`}
        confirmLabel="Fechar loja"
        pendingLabel="Fechando..."
        onConfirm={() => put('inactive')}
        errorText={(error) => errorText(error, statusTexts.inactive.failed)}
      >
        Ninguém compra até você reabrir. Pedidos já feitos ainda podem ser pagos e são entregues.
      </ConfirmDialog>
    </>
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

function Export({ store, open, onClose }: AskProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      dismissLabel="Voltar"
      title="Exportar os dados"
      confirmLabel="Exportar"
      pendingLabel="Preparando..."
      tone="primary"
      errorText={(error) => errorText(error, 'Erro ao exportar os dados')}
      onConfirm={async () => {
        const body = { subdomain: store.subdomain };
        saveFile(
          await callFile('POST /store/export', { body, timeoutMs: EXPORT_TIMEOUT_MS }),
          `vitrine-${store.subdomain}.json`,
        );
        notify.success('Dados exportados.');
      }}
    >
      <p className="text-muted">
        O arquivo tem nomes, e-mails e IDs dos seus clientes: guarde com cuidado. Com muitos pedidos leva alguns
        minutos.
      </p>
    </ConfirmDialog>
  );
}

function Transfer({ store, open, onClose }: AskProps) {
  const members = useQuery({ ...membersQuery(store.subdomain), enabled: open });
  const [memberId, setMemberId] = useState('');
  const others = members.data?.members.filter((member) => member.role !== 'owner') ?? [];
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      dismissLabel="Voltar"
      title="Transferir a loja"
      confirmLabel="Transferir loja"
      pendingLabel="Transferindo..."
      ready={memberId !== ''}
      errorText={(error) => errorText(error, 'Erro ao transferir a loja')}
      onConfirm={async () => {
        await call('POST /store/transfer', { body: { memberId }, store: store.subdomain });
        await refreshAfter('POST /store/transfer', store.subdomain);
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
    </ConfirmDialog>
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
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      dismissLabel="Voltar"
      title={`Excluir ${store.name}?`}
      confirmLabel="Excluir loja"
      pendingLabel="Excluindo..."
      ready={typed.trim() === store.subdomain}
      errorText={(error) => errorText(error, 'Erro ao excluir a loja')}
      onConfirm={async () => {
        leaveStore(store.subdomain);
        await call('POST /store/delete', { body: { subdomain: store.subdomain } });
        const { user } = useAppStore.getState().auth;
        if (user) dropDrafts(user.id, store.id);
        const left = (queries.getQueryData(storesQuery.queryKey) ?? []).filter(({ id }) => id !== store.id);
        notify.success('Loja excluída.');
        await navigate('/dashboard', { replace: true });
        useAppStore.getState().storesLoaded(left);
        queries.setQueryData(storesQuery.queryKey, left);
        await refreshAfter('POST /store/delete', store.subdomain);
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
    </ConfirmDialog>
  );
}
