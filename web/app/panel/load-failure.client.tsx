import { errorText } from '../lib/api.ts';
import { ErrorState } from '../ui/empty-state.tsx';

interface LoadFailureProps {
  /** What did not load, in SPEC.md's words. */
  title: string;
  query: { error: unknown; isFetching: boolean; refetch(): Promise<unknown> };
}

/** The face of a query that brought nothing: what failed, why in the server's words where it gave some, and the way to try again. */
export function LoadFailure({ title, query }: LoadFailureProps) {
  return (
    <ErrorState title={title} retrying={query.isFetching} onRetry={() => void query.refetch()}>
      {errorText(query.error, 'Confira sua conexão e tente de novo.')}
    </ErrorState>
  );
}
