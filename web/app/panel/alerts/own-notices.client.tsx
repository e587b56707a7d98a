import { useMutation, useQuery } from '@tanstack/react-query';
import { alertKind } from '@vitrine/contract/alert-kinds';
import { alwaysMailed, eventKindNames, type NoticeKindName, noticeLabel } from '@vitrine/contract/notice-kinds';
import type { NoticeChoice } from '@vitrine/contract/notices';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/inputs.tsx';
import { Card, List, SkeletonRows } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { UnsavedBar } from '../form/form-bar.client.tsx';
import { useUnsavedChanges } from '../form/unsaved-changes.ts';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { useCurrentStore, useCurrentStoreId } from '../store/current-store.ts';
import { keyOf, refreshAfter } from '../store/query-keys.ts';

/** What this member hears of the store, and how. Each member has a choice of their own. */
export function OwnNotices() {
  const store = useCurrentStoreId();
  const query = useQuery({
    queryKey: keyOf('POST /notices', store),
    queryFn: ({ signal }) => call('POST /notices', { body: {}, store, signal }),
  });
  if (query.isLoadingError) {
    return (
      <Card>
        <LoadFailure title="Erro ao carregar dados" query={query} />
      </Card>
    );
  }
  if (!query.data) return <SkeletonRows rows={6} />;
  return <ChoiceForm key={store} store={store} choices={query.data.choices} />;
}

type Edits = Partial<Record<NoticeKindName, Partial<Pick<NoticeChoice, 'mail' | 'push'>>>>;

function ChoiceForm({ store, choices }: { store: string | null; choices: NoticeChoice[] }) {
  const role = useCurrentStore()?.role;
  const [edits, setEdits] = useState<Edits>({});
  const changed = choices.flatMap((choice) => {
    const wanted = { ...choice, ...edits[choice.kind] };
    return wanted.mail === choice.mail && wanted.push === choice.push ? [] : [wanted];
  });
  const isDirty = changed.length > 0;
  useUnsavedChanges(isDirty);
  const save = useMutation({
    mutationFn: (edited: NoticeChoice[]) => call('POST /notices/edit', { body: { choices: edited }, store }),
    onSuccess: async () => {
      await refreshAfter('POST /notices/edit', store);
      setEdits({});
      notify.success('Avisos salvos com sucesso!');
    },
  });
  const isEvent = (kind: NoticeKindName) => (eventKindNames as NoticeKindName[]).includes(kind);
  const choose = (kind: NoticeKindName, change: Edits[NoticeKindName]) =>
    setEdits({ ...edits, [kind]: { ...edits[kind], ...change } });
  const row = ({ kind, mail, push }: NoticeChoice) => {
    const fixed = role !== undefined && alwaysMailed(role, kind);
    return (
      <li key={kind}>
        <fieldset className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-3 sm:px-5">
          <legend className="float-left min-w-0 basis-64 grow">
            <span className="block">{noticeLabel(kind)}</span>
            <span className="block text-small text-muted">{helpOf(kind, fixed)}</span>
          </legend>
          <div className="flex gap-6">
            <Checkbox
              label="E-mail"
              disabled={fixed}
              checked={edits[kind]?.mail ?? mail}
              onChange={(event) => choose(kind, { mail: event.target.checked })}
            />
            <Checkbox
              label="Navegador"
              checked={edits[kind]?.push ?? push}
              onChange={(event) => choose(kind, { push: event.target.checked })}
            />
          </div>
        </fieldset>
      </li>
    );
  };
  const events = choices.filter(({ kind }) => isEvent(kind));
  const alerts = choices.filter(({ kind }) => !isEvent(kind));

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(changed);
      }}
      className="flex max-w-3xl flex-col gap-4 pb-24"
    >
      <p className="text-muted">
        “Navegador” chega nos navegadores que você ligou em{' '}
        <Link
          to="/alerts?tab=navegador"
          className="rounded-control font-medium text-accent-text underline underline-offset-4"
        >
          Neste navegador
        </Link>
        , também com o painel fechado.
      </p>
      {events.length > 0 ? (
        <Card flush title="Vendas e dinheiro" description="Valem só para você, nesta loja.">
          <List aria-label="Vendas e dinheiro">{events.map(row)}</List>
        </Card>
      ) : null}
      {alerts.length > 0 ? (
        <Card flush title="Problemas da loja" description="Aqui no painel todos aparecem sempre.">
          <List aria-label="Problemas da loja">{alerts.map(row)}</List>
        </Card>
      ) : null}
      <Card title="Sua conta" description="Vale em todas as lojas.">
        <p className="text-muted">
          Uma entrada na sua conta por um aparelho novo chega sempre, por e-mail e nos seus navegadores, para que
          ninguém entre sem você saber.
        </p>
      </Card>
      {isDirty ? (
        <UnsavedBar refusal={save.isError ? errorText(save.error, 'Erro ao salvar os avisos') : null}>
          <Button type="button" tone="quiet" onClick={() => setEdits({})}>
            Descartar
          </Button>
          <Button type="submit" pending={save.isPending} pendingLabel="Salvando..." className="max-sm:grow">
            Salvar avisos
          </Button>
        </UnsavedBar>
      ) : null}
    </form>
  );
}

const eventHelp: Partial<Record<NoticeKindName, string>> = {
  sale: 'O primeiro e-mail chega na hora. Os seguintes juntam as vendas de uma hora.',
  refund: 'Por inteiro ou em parte, pelo painel ou pelo Mercado Pago.',
  dispute: 'Quando o comprador reclama do pagamento, e se o banco devolver o valor.',
  plan: 'Três dias antes do fim e quando terminar.',
};

function helpOf(kind: NoticeKindName, fixed: boolean): string {
  if (fixed) return 'Chega sempre: pode ser alguém com o token da sua loja.';
  return eventHelp[kind] ?? (alertKind(kind)?.severe ? 'Grave: chega também nas horas de silêncio.' : '');
}
