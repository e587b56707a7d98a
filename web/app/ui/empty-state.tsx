import { RotateCw } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';

type Drawing = 'shelf' | 'people' | 'receipt' | 'tag' | 'search' | 'plug' | 'chart';

interface EmptyStateProps {
  drawing: Drawing;
  title: string;
  /** What the list is for, and what its first step does. */
  children?: ReactNode;
  action?: ReactNode;
}

/** An empty list: says what belongs here and offers the first step. */
export function EmptyState({ drawing, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <svg viewBox="0 0 120 88" className="w-32" fill="none" aria-hidden="true">
        <ellipse cx="60" cy="80" rx="46" ry="5" fill="var(--hover)" />
        {drawings[drawing]}
      </svg>
      <h2 className="mt-5 text-title font-semibold">{title}</h2>
      {children ? <div className="mt-1 max-w-sm text-muted text-pretty">{children}</div> : null}
      {action ? <div className="mt-5">{action}</div> : null}
    </div>
  );
}

/** A part that did not load: what happened, and a button to try again. */
export function ErrorState({
  title,
  children,
  onRetry,
  retrying = false,
}: {
  title: string;
  children?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
}) {
  const root = useRef<HTMLDivElement>(null);
  // Loading again removes the focused button, so the page's content gets the focus.
  useLayoutEffect(
    () => () => {
      if (!root.current?.contains(document.activeElement)) return;
      requestAnimationFrame(() => document.getElementById('main')?.focus());
    },
    [],
  );
  return (
    <div ref={root} role="alert" className="flex flex-col items-center px-6 py-12 text-center">
      <svg viewBox="0 0 120 88" className="w-32" fill="none" aria-hidden="true">
        <ellipse cx="60" cy="80" rx="46" ry="5" fill="var(--hover)" />
        {drawings.plug}
      </svg>
      <h2 className="mt-5 text-title font-semibold">{title}</h2>
      <div className="mt-1 max-w-sm text-muted">{children ?? 'Confira sua conexão e tente de novo.'}</div>
      {onRetry ? (
        <Button
          tone="secondary"
          className="mt-5"
          icon={<RotateCw className="size-4" />}
          pending={retrying}
          pendingLabel="Tentando..."
          onClick={onRetry}
        >
          Tentar novamente
        </Button>
      ) : null}
    </div>
  );
}

const line = { stroke: 'var(--line-strong)', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
const accent = { ...line, stroke: 'var(--accent-text)' } as const;
const paper = { ...line, fill: 'var(--raised)' } as const;

const drawings: Record<Drawing, ReactNode> = {
  shelf: (
    <>
      <path d="M18 30h84M18 62h84M24 10v66M96 10v66" {...line} />
      <rect x="36" y="12" width="18" height="18" rx="3" {...paper} />
      <rect x="66" y="44" width="18" height="18" rx="3" {...accent} fill="var(--accent-soft)" strokeDasharray="4 4" />
      <path d="M75 49v8M71 53h8" {...accent} />
    </>
  ),
  people: (
    <>
      <circle cx="44" cy="32" r="11" {...paper} />
      <path d="M24 70c0-14 9-22 20-22s20 8 20 22Z" {...paper} />
      <circle cx="78" cy="36" r="9" {...accent} fill="var(--accent-soft)" strokeDasharray="4 4" />
      <path d="M62 70c1-12 8-18 16-18s16 6 17 18Z" {...accent} fill="var(--accent-soft)" strokeDasharray="4 4" />
    </>
  ),
  receipt: (
    <>
      <path d="M36 10h48v64l-8-6-8 6-8-6-8 6-8-6-8 6Z" {...paper} />
      <path d="M46 26h28M46 38h18" {...line} />
      <path d="M46 52h10M66 52h8" {...accent} />
    </>
  ),
  tag: (
    <>
      <path d="M28 40V18a6 6 0 0 1 6-6h22l38 38-28 28Z" {...paper} />
      <circle cx="44" cy="28" r="5" {...line} />
      <path d="m58 56 16-8M61 46h.1M71 58h.1" {...accent} strokeWidth="3" />
    </>
  ),
  search: (
    <>
      <circle cx="54" cy="38" r="23" {...paper} />
      <path d="m71 55 18 18" {...line} strokeWidth="4" />
      <path d="M44 34c2-6 7-9 12-8" {...accent} />
    </>
  ),
  plug: (
    <>
      <path d="M14 44h22M84 44h22" {...line} />
      <path d="M36 32h8c8 0 12 5 12 12s-4 12-12 12h-8Z" {...paper} />
      <path d="M56 38h8M56 50h8" {...line} />
      <path
        d="M84 32h-6c-8 0-12 5-12 12s4 12 12 12h6Z"
        {...accent}
        fill="var(--accent-soft)"
        transform="translate(6 0)"
      />
      <path d="m58 20 2 6M68 18l-2 7M60 70l2-6" {...accent} />
    </>
  ),
  chart: (
    <>
      <path d="M22 12v60h78" {...line} />
      <path d="m30 60 18-14 16 8 26-30" {...accent} strokeDasharray="1 6" strokeWidth="3" />
      <circle cx="90" cy="24" r="5" {...accent} fill="var(--accent-soft)" />
    </>
  ),
};
