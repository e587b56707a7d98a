import { createContext, type ReactNode, use, useId } from 'react';
import { classNames } from '../lib/class-names.ts';

interface FieldTies {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

const FieldContext = createContext<FieldTies | null>(null);

interface FieldProps {
  label: string;
  /** One sentence, if the label alone leaves a question. */
  help?: ReactNode;
  /** The problem in words, shown under the field and announced. */
  error?: string | undefined;
  /** Marks a field that may stay empty; most fields are required. */
  optional?: boolean;
  /** Beside the label, for example a link. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Connects label, help and error with the control inside. Every input of `ui/` finds this connection by itself. */
export function Field({ label, help, error, optional, aside, className, children }: FieldProps) {
  const id = useId();
  const described = [help ? `${id}-help` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  const ties: FieldTies = { id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined };
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-small font-medium">
          {label}
          {optional ? <span className="font-normal text-muted"> (opcional)</span> : null}
        </label>
        {aside}
      </div>
      <FieldContext value={ties}>{children}</FieldContext>
      {help ? (
        <p id={`${id}-help`} className="text-small text-muted">
          {help}
        </p>
      ) : null}
      <p id={`${id}-error`} aria-live="polite" className="text-small text-bad empty:hidden">
        {error}
      </p>
    </div>
  );
}

/** The ids of the field around, for your own control. Outside a Field there are none: give the control a label. */
export function useFieldTies(): Partial<FieldTies> {
  return use(FieldContext) ?? {};
}

/** The look of all text controls. 16 px on touch screens, because phones zoom into smaller text. */
export const controlClass = classNames(
  'block w-full min-w-0 min-h-11 rounded-control border border-line-strong bg-sunken px-3 py-2 text-base text-text pointer-fine:text-body',
  'placeholder:text-muted transition-colors duration-(--motion-fast) hover:border-muted',
  'focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent-text',
  'aria-invalid:border-bad disabled:opacity-60',
);
