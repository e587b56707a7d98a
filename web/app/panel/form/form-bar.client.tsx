import type { ReactNode } from 'react';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Alert } from '../../ui/surfaces.tsx';

interface FormBarProps {
  submitLabel: string;
  pendingLabel: string;
  pending: boolean;
  /** The page that 'Cancelar' opens. */
  cancelTo: string;
  /** Why the last try failed. */
  refusal: string | null;
  className?: string;
}

/** The buttons of a form that is a page. The bar is always in sight, and toasts stay above it. */
export function FormBar({ submitLabel, pendingLabel, pending, cancelTo, refusal, className = '' }: FormBarProps) {
  return (
    <div
      data-bottom-bar
      className={`sticky bottom-0 z-10 -mx-4 flex flex-wrap gap-2 border-t border-line bg-surface/95 px-4 py-3 backdrop-blur sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8 ${className}`}
    >
      {refusal ? (
        <div className="basis-full">
          <Alert tone="bad" assertive>
            {refusal}
          </Alert>
        </div>
      ) : null}
      <Button type="submit" pending={pending} pendingLabel={pendingLabel} className="grow sm:grow-0">
        {submitLabel}
      </Button>
      <LinkButton to={cancelTo} tone="quiet">
        Cancelar
      </LinkButton>
    </div>
  );
}

/** The bar of the settings: appears at the bottom of the window after the first change. `refusal`: why the last try failed. */
export function UnsavedBar({ refusal, children }: { refusal: string | null; children: ReactNode }) {
  return (
    <section
      data-bottom-bar
      aria-label="Alterações não salvas"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-overlay px-4 py-3 shadow-soft lg:left-64"
    >
      {refusal ? (
        <div className="mx-auto mb-3 max-w-6xl sm:px-2 lg:px-4">
          <Alert tone="bad" assertive>
            {refusal}
          </Alert>
        </div>
      ) : null}
      <div className="mx-auto flex max-w-6xl items-center justify-between gap-3 sm:px-2 lg:px-4">
        <p className="min-w-0 font-medium max-sm:sr-only">Alterações não salvas</p>
        <div className="flex gap-2 max-sm:w-full">{children}</div>
      </div>
    </section>
  );
}
