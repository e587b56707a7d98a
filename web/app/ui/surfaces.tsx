import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';

interface CardProps extends Omit<ComponentPropsWithRef<'section'>, 'title'> {
  title?: ReactNode;
  description?: ReactNode;
  /** At the right end of the title. */
  actions?: ReactNode;
  /** Without inner space, for lists that reach the edges. */
  flush?: boolean;
}

export function Card({ title, description, actions, flush = false, className, children, ...rest }: CardProps) {
  return (
    <section
      {...rest}
      className={classNames('rounded-card border border-line bg-raised', !flush && 'p-4 sm:p-5', className)}
    >
      {title ? (
        <div
          className={classNames('flex flex-wrap items-center justify-between gap-3', flush ? 'p-4 sm:px-5' : 'mb-4')}
        >
          <div className="min-w-0">
            <h2 className="text-body font-semibold">{title}</h2>
            {description ? <p className="text-small text-muted">{description}</p> : null}
          </div>
          {actions}
        </div>
      ) : null}
      {children}
    </section>
  );
}

/** The head of a screen: a title, at most one sentence, and the main action at the right. */
export function PageHeader({
  title,
  description,
  actions,
}: {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 wrap-anywhere">
        <h1 className="text-display font-semibold tracking-tight text-balance">{title}</h1>
        {description ? <p className="mt-1 text-muted">{description}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
    </header>
  );
}

export type Tone = 'neutral' | 'accent' | 'ok' | 'warn' | 'bad' | 'info';

const tones: Record<Tone, string> = {
  neutral: 'bg-hover text-text',
  accent: 'bg-accent-soft text-accent-text',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
};

/** A state in a word. The colour never stands without the word; `pulse` marks what is happening now. */
export function Badge({
  tone = 'neutral',
  pulse = false,
  children,
}: {
  tone?: Tone;
  pulse?: boolean;
  children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-small font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      <span className={classNames('size-1.5 rounded-full bg-current', pulse && 'animate-pulse')} aria-hidden="true" />
      {children}
    </span>
  );
}

/** A message that stays on the page. `assertive` interrupts a screen reader, for a new failure. */
export function Alert({
  tone = 'info',
  title,
  children,
  assertive = false,
  action,
}: {
  tone?: Tone;
  title?: string;
  children?: ReactNode;
  assertive?: boolean;
  action?: ReactNode;
}) {
  return (
    <div
      role={assertive ? 'alert' : 'status'}
      className={classNames('flex flex-wrap items-center justify-between gap-3 rounded-control px-4 py-3', tones[tone])}
    >
      <div className="min-w-0">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children ? <div className="text-small whitespace-pre-line">{children}</div> : null}
      </div>
      {action}
    </div>
  );
}

/** A grey shape in the place and size of the content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('animate-pulse rounded-control bg-hover', className)} />;
}

/** Skeletons of a list's rows; screen readers hear that it loads. */
export function SkeletonRows({ rows = 5, className = 'h-16' }: { rows?: number; className?: string }) {
  return (
    <div className="flex flex-col gap-2" aria-busy="true">
      <span role="status" className="sr-only">
        Carregando
      </span>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} className={className} />
      ))}
    </div>
  );
}

/** Rows with a line between, for lists inside a `Card flush`. The panel's keys move between them (`data-rows`). */
export function List({ className, ...rest }: ComponentPropsWithRef<'ul'>) {
  return <ul data-rows="" {...rest} className={classNames('divide-y divide-line border-t border-line', className)} />;
}

export function ListRow({ className, ...rest }: ComponentPropsWithRef<'li'>) {
  return (
    <li
      {...rest}
      className={classNames(
        'flex items-center gap-4 px-4 py-3 transition-colors duration-(--motion-fast) hover:bg-hover/50 sm:px-5',
        className,
      )}
    />
  );
}
