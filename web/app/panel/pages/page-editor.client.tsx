import { useQuery } from '@tanstack/react-query';
import { ownPagePath } from '@vitrine/contract/own-page-address';
import type { OwnPageAnswer } from '@vitrine/contract/own-pages';
import type { WindowDocument } from '@vitrine/contract/window';
import { useCallback, useMemo, useState } from 'react';
import { call } from '../../lib/call.ts';
import { Card, PageHeader, SkeletonRows } from '../../ui/surfaces.tsx';
import { BackLink } from '../form/back-link.client.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { useCurrentStore, useCurrentStoreId } from '../store/current-store.ts';
import { keyOf, refreshAfter } from '../store/query-keys.ts';
import { SectionEditor } from '../window/section-editor.client.tsx';
import { type DraftCalls, useDraft } from '../window/use-draft.client.ts';

/** Where an owner builds the sections of a page. */
export function OwnPageEditor({ id }: { id: string }) {
  const store = useCurrentStoreId();
  const query = useQuery({
    queryKey: keyOf('POST /pages/details', store, id),
    // The draft changes while it is edited, so an older answer is never shown again.
    gcTime: 0,
    queryFn: ({ signal }) => call('POST /pages/details', { body: { id }, store, signal }),
  });
  const [round, setRound] = useState(0);
  const reload = async () => {
    await query.refetch();
    setRound(round + 1);
  };
  return (
    <>
      <BackLink to="/pages">Páginas</BackLink>
      {query.data && query.isFetchedAfterMount ? (
        <Editor key={`${store} ${round}`} store={store} answer={query.data} onReload={reload} />
      ) : (
        <>
          <PageHeader title="Editar página" />
          {query.isLoadingError ? (
            <Card>
              <LoadFailure title="Erro ao carregar a página" query={query} />
            </Card>
          ) : (
            <SkeletonRows rows={4} className="h-16" />
          )}
        </>
      )}
    </>
  );
}

interface EditorProps {
  store: string | null;
  answer: OwnPageAnswer;
  onReload(): Promise<void>;
}

function Editor({ store, answer: { page, draft: initial }, onReload }: EditorProps) {
  const url = useCurrentStore()?.url;
  const { id } = page;
  const calls = useMemo<DraftCalls>(
    () => ({
      save: (draft) => call('POST /pages/draft', { body: { id, ...draft }, store }),
      async publish(version) {
        const answer = await call('POST /pages/publish', { body: { id, version }, store });
        await refreshAfter('POST /pages/publish', store);
        return answer;
      },
    }),
    [store, id],
  );
  const draw = useCallback(
    (document: WindowDocument, signal: AbortSignal) =>
      call('POST /pages/preview', { body: { id, document }, store, signal }),
    [store, id],
  );
  const draft = useDraft(calls, { draft: initial, changed: page.changed });
  return (
    <SectionEditor
      store={store}
      title={page.title}
      draft={draft}
      unpublished={!page.publishedAt}
      published="Página publicada!"
      publishFailure="Erro ao publicar a página"
      emptyText="A página mostra o título e a descrição. As seções que você adiciona vêm embaixo deles."
      link={
        url && page.publishedAt ? { href: `${url}${ownPagePath(page.slug)}`, text: 'Ver a página no ar' } : undefined
      }
      draw={draw}
      onReload={onReload}
    />
  );
}
