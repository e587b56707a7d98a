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
  /** One sentence where the label alone leaves a question. */
  help?: ReactNode;
  /** What is wrong, in words. Shown under the field and announced. */
  error?: string | undefined;
  /** Marks the few that may stay empty; required is the normal case. */
  optional?: boolean;
  /** Beside the label, for example a link. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Ties label, help and error to the control inside, once. Every input of `ui/` finds its ties by itself. */
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

/** The ties of the field around, for a control's own element. Outside of a Field there are none: give it a label. */
export function useFieldTies(): Partial<FieldTies> {
  return use(FieldContext) ?? {};
}

/** The look that all text-like controls share. 16 px on touch, or phones zoom in. */
export const controlClass = classNames(
  'block w-full min-w-0 min-h-11 rounded-control border border-line-strong bg-sunken px-3 py-2 text-base text-text pointer-fine:text-body',
  'placeholder:text-muted transition-colors duration-(--motion-fast) hover:border-muted',
  'focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent-text',
  'aria-invalid:border-bad disabled:opacity-60',
);
