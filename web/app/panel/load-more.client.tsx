import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { errorText } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';

interface LoadMoreProps {
  query: UseInfiniteQueryResult<InfiniteData<unknown>>;
  /** What the button says, `Carregar mais pedidos`. */
  children: string;
}

/** The way on at the end of a list that comes in parts; nothing where it ends. Says why when the next part did not come. */
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
