import { classNames } from './class-names.ts';

/** The mark: a shop window with its awning and the light inside. */
export function LogoMark({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <rect
        x="4"
        y="12"
        width="24"
        height="17"
        rx="3.5"
        fill="var(--accent-soft)"
        stroke="var(--accent-text)"
        strokeWidth="2"
      />
      <path d="M16 15.5c3.6 3 5.4 5.2 5.4 7.2a5.4 5.4 0 0 1-10.8 0c0-2 1.8-4.2 5.4-7.2Z" fill="var(--accent-text)" />
      <path
        d="M3 5.5A2.5 2.5 0 0 1 5.5 3h21A2.5 2.5 0 0 1 29 5.5V12a3.25 3.25 0 0 1-6.5 0 3.25 3.25 0 0 1-6.5 0 3.25 3.25 0 0 1-6.5 0A3.25 3.25 0 0 1 3 12Z"
        fill="var(--accent)"
      />
    </svg>
  );
}

export function Logo({ className }: { className?: string }) {
  return (
    <span className={classNames('flex items-center gap-2 text-title font-semibold tracking-tight', className)}>
      <LogoMark />
      Vitrine
    </span>
  );
}
