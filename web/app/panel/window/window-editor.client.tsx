import { useQuery } from '@tanstack/react-query';
import type { WindowAnswer } from '@vitrine/contract/window';
import { ExternalLink, History, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { Alert, Card, PageHeader, SkeletonRows } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { useUnsavedChanges } from '../form/unsaved-changes.client.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { useCurrentStore, useCurrentStoreId } from '../store/current-store.ts';
import { keyOf } from '../store/query-keys.ts';
import { SectionList } from './section-list.client.tsx';
import { useDraft } from './use-draft.client.ts';
import { WindowHistory } from './window-history.client.tsx';
import { WindowPreview } from './window-preview.client.tsx';

const title = 'Vitrine da loja';

/** Where an owner builds the window of the shop: a draft that saves itself, a live preview, and what was published. */
export function WindowEditor() {
  const store = useCurrentStoreId();
  const query = useQuery({
    queryKey: keyOf('POST /window', store),
    // The draft moves while it is edited, so an answer from before is never shown again.
    gcTime: 0,
    queryFn: ({ signal }) => call('POST /window', { body: {}, store, signal }),
  });
  const [round, setRound] = useState(0);
  if (query.data && query.isFetchedAfterMount) {
    const reload = async () => {
      await query.refetch();
      setRound(round + 1);
    };
    return <Editor key={`${store} ${round}`} store={store} answer={query.data} onReload={reload} />;
  }
  return (
    <>
      <PageHeader title={title} />
      {query.isLoadingError ? (
        <Card>
          <LoadFailure title="Erro ao carregar a vitrine" query={query} />
        </Card>
      ) : (
        <SkeletonRows rows={4} className="h-16" />
      )}
    </>
  );
}

interface EditorProps {
  store: string | null;
  answer: WindowAnswer;
  onReload(): Promise<void>;
}

const stateTexts = {
  saved: 'Rascunho salvo',
  changed: 'Salvando…',
  saving: 'Salvando…',
  failed: 'Rascunho não salvo',
  conflict: 'Rascunho não salvo',
} as const;

function Editor({ store, answer, onReload }: EditorProps) {
  const url = useCurrentStore()?.url;
  const draft = useDraft(store, answer);
  const { state, changed } = draft;
  const [publishing, setPublishing] = useState(false);
  const [history, setHistory] = useState(false);
  const unsaved = useUnsavedChanges(state === 'failed' || state === 'conflict');

  const publish = async () => {
    setPublishing(true);
    try {
      await draft.publish();
      notify.success('Vitrine publicada!');
    } catch (error) {
      notify.error(errorText(error, 'Erro ao publicar a vitrine'));
    } finally {
      setPublishing(false);
    }
  };

  return (
    <>
      <PageHeader
        title={title}
        description={
          <span role="status">
            {stateTexts[state]}
            {state !== 'saved' ? '' : changed ? ' · diferente do que está no ar' : ' · igual ao que está no ar'}
          </span>
        }
        actions={
          <>
            <Button
              tone="quiet"
              icon={<Undo2 className="size-4.5" />}
              disabled={!draft.canUndo || state === 'conflict'}
              onClick={draft.undo}
            >
              Desfazer mudança
            </Button>
            <Button tone="quiet" icon={<History className="size-4.5" />} onClick={() => setHistory(true)}>
              Histórico
            </Button>
            <Button
              pending={publishing}
              pendingLabel="Publicando..."
              disabled={!changed || state === 'conflict'}
              onClick={() => void publish()}
            >
              Publicar
            </Button>
          </>
        }
      />
      {state === 'conflict' || state === 'failed' ? (
        <div className="mb-4">
          <Alert
            tone="bad"
            assertive
            title="Rascunho não salvo"
            action={
              state === 'conflict' ? (
                <Button tone="secondary" onClick={() => void onReload()}>
                  Recarregar
                </Button>
              ) : (
                <Button tone="secondary" onClick={() => void draft.save()}>
                  Tentar de novo
                </Button>
              )
            }
          >
            {errorText(draft.failure, 'Confira sua conexão. O que você escreveu continua aqui.')}
            {state === 'conflict' ? ' O que você mudou aqui depois disso se perde.' : null}
          </Alert>
        </div>
      ) : null}
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <SectionList store={store} document={draft.document} onChange={draft.change} />
        <div className="flex min-w-0 flex-col gap-3 xl:sticky xl:top-8">
          <WindowPreview store={store} document={draft.document} />
          {url ? (
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="flex min-h-11 items-center gap-2 self-start text-small text-accent-text hover:underline"
            >
              Ver a loja como está no ar <ExternalLink className="size-4" aria-hidden="true" />
            </a>
          ) : null}
        </div>
      </div>
      <WindowHistory
        open={history}
        history={answer.history}
        published={answer.published}
        onClose={() => setHistory(false)}
        onRestore={async (id) => {
          await draft.publish(id);
          notify.success('Publicação anterior no ar!');
        }}
      />
      {unsaved.dialog}
    </>
  );
}
