import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Card } from '../../ui/surfaces.tsx';

/** A list whose search found nothing: says so and offers to clear the search. */
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

/** A search at the left and other controls at the right: one row on a desktop, stacked on a phone. */
export function ListToolbar({ children }: { children: ReactNode }) {
  return <div className="mb-4 flex flex-col gap-3 sm:flex-row sm:items-center">{children}</div>;
}
