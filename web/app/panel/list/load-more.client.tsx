import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { errorText } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';

interface LoadMoreProps {
  query: UseInfiniteQueryResult<InfiniteData<unknown>>;
  /** The button's text, `Carregar mais pedidos`. */
  children: string;
}

/** The button for the next part of a list; hidden at the end of the list. Says why the next part did not load. */
export function LoadMore({ query, children }: LoadMoreProps) {
  if (!query.hasNextPage || query.isLoadingError) return null;
  return (
    <div className="mt-4 flex flex-col items-center gap-2">
      <Button
        tone="secondary"
        pending={query.isFetchingNextPage}
        pendingLabel="Carregando..."
        onClick={() => void query.fetchNextPage()}
      >
        {children}
      </Button>
      {query.isFetchNextPageError ? (
        <p role="alert" className="text-small text-bad">
          {errorText(query.error, 'Não foi possível carregar mais. Tente de novo.')}
        </p>
      ) : null}
    </div>
  );
}
