/** Drawing: a mail that came, or one whose link is over. */
export function Envelope({ over = false }: { over?: boolean }) {
  return (
    <svg viewBox="0 0 160 120" width="160" height="120" aria-hidden="true">
      <ellipse cx="80" cy="110" rx="52" ry="5" fill="var(--hover)" />
      <rect
        x="36"
        y="30"
        width="88"
        height="64"
        rx="8"
        fill="var(--raised)"
        stroke="var(--line-strong)"
        strokeWidth="2.5"
      />
      <path
        d="m40 38 40 30 40-30"
        fill="none"
        stroke={over ? 'var(--line-strong)' : 'var(--accent-text)'}
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      {over ? (
        <path d="m112 22 18 18m0-18-18 18" stroke="var(--bad)" strokeWidth="3.5" strokeLinecap="round" />
      ) : (
        <circle cx="121" cy="31" r="9" fill="var(--ok)" />
      )}
    </svg>
  );
}
