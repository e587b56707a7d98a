import { errorText } from '../../lib/api.ts';
import { ErrorState } from '../../ui/empty-state.tsx';

interface LoadFailureProps {
  /** The part that did not load, in SPEC.md's words. */
  title: string;
  query: { error: unknown; isFetching: boolean; refetch(): Promise<unknown> };
}

/** The screen of a failed query: what failed, the server's reason if it gave one, and a button to try again. */
export function LoadFailure({ title, query }: LoadFailureProps) {
  return (
    <ErrorState title={title} retrying={query.isFetching} onRetry={() => void query.refetch()}>
      {errorText(query.error, 'Confira sua conexão e tente de novo.')}
    </ErrorState>
  );
}
