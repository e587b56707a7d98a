import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Card } from '../ui/surfaces.tsx';

/** A list that has things, none of which the search finds: says so and offers the way back. */
export function NothingFound({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <Card>
      <EmptyState
        drawing="search"
        title="Nada encontrado"
        action={
          <Button tone="secondary" onClick={onClear}>
            Limpar busca
          </Button>
        }
      >
        Nada corresponde a “{search.trim()}”. Confira a escrita ou procure por outra palavra.
      </EmptyState>
    </Card>
  );
}

/** Search at the left, what belongs beside it at the right; one row on a desktop, stacked on a phone. */
export function ListToolbar({ children }: { children: ReactNode }) {
  return <div className="mb-4 flex flex-col gap-3 sm:flex-row sm:items-center">{children}</div>;
}
