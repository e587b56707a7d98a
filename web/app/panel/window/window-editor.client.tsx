import { useQuery } from '@tanstack/react-query';
import { emptyWindow, type WindowAnswer, type WindowDocument } from '@vitrine/contract/window';
import { History, Palette } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { call } from '../../lib/call.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card, PageHeader, SkeletonRows } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { useCurrentStore, useCurrentStoreId } from '../store/current-store.ts';
import { useMay } from '../store/may.ts';
import { keyOf, refreshAfter } from '../store/query-keys.ts';
import { SectionEditor } from './section-editor.client.tsx';
import { type DraftCalls, useDraft } from './use-draft.client.ts';
import { WindowHistory } from './window-history.client.tsx';

const title = 'Vitrine da loja';

/** Where an owner builds the window of the shop: a draft that saves itself, a live preview, and what was published. */
export function WindowEditor() {
  const store = useCurrentStoreId();
  const query = useQuery({
    queryKey: keyOf('POST /window', store),
    // The draft changes while it is edited, so an older answer is never shown again.
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

function Editor({ store, answer, onReload }: EditorProps) {
  const url = useCurrentStore()?.url;
  const calls = useMemo<DraftCalls>(
    () => ({
      save: (body) => call('POST /window/draft', { body, store }),
      async publish(version) {
        const answer = await call('POST /window/publish', { body: { version }, store });
        await refreshAfter('POST /window/publish', store);
        return answer;
      },
      async restore(version, id) {
        const answer = await call('POST /window/restore', { body: { id, version }, store });
        await refreshAfter('POST /window/restore', store);
        return answer;
      },
    }),
    [store],
  );
  const draw = useCallback(
    (document: WindowDocument, signal: AbortSignal) =>
      call('POST /window/preview', { body: { document }, store, signal }),
    [store],
  );
  const draft = useDraft(calls, answer);
  const [history, setHistory] = useState(false);
  const mayDress = useMay()('store.edit');
  return (
    <>
      <SectionEditor
        store={store}
        title={title}
        draft={draft}
        published="Vitrine publicada!"
        publishFailure="Erro ao publicar a vitrine"
        emptyText="A loja mostra o topo e todas as categorias. Cada seção que você adiciona aparece entre os dois."
        note="As categorias que nenhuma seção mostra vêm no fim."
        actions={
          <>
            {mayDress ? (
              <LinkButton tone="quiet" icon={<Palette className="size-4.5" />} to="/config?tab=aparencia">
                Tema e cores
              </LinkButton>
            ) : null}
            <Button tone="quiet" icon={<History className="size-4.5" />} onClick={() => setHistory(true)}>
              Histórico
            </Button>
          </>
        }
        link={url ? { href: url, text: 'Ver a loja como está no ar' } : undefined}
        draw={draw}
        onReload={onReload}
      />
      <WindowHistory
        open={history}
        history={answer.history}
        published={answer.published}
        onClose={() => setHistory(false)}
        onRestore={async (id) => {
          await draft.publish(id);
          notify.success('Publicação anterior no ar!');
        }}
        onEmpty={async () => {
          draft.change(() => emptyWindow);
          await draft.publish();
          notify.success('Loja sem seções no ar!');
        }}
      />
    </>
  );
}
