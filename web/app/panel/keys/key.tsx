/** The key that goes with letters: ⌘ at Apple's keyboards. */
export const MOD = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** A key of the keyboard. */
export function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-grid min-h-6 min-w-6 place-items-center rounded border border-line-strong bg-surface px-1.5 font-sans text-small text-muted">
      {children}
    </kbd>
  );
}
