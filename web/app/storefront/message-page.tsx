import type { ReactNode } from 'react';

/** A page with one message and some links: empty cart, missing order, failed purchase. */
export function MessagePage(props: { title: string; text: ReactNode; picture?: ReactNode; children: ReactNode }) {
  return (
    <section className="mx-auto flex max-w-md flex-col items-center px-6 py-14 text-center md:py-20">
      {props.picture}
      <h1 className="mt-6 text-display font-bold tracking-tight text-balance">{props.title}</h1>
      <div className="mt-2 text-muted text-pretty">{props.text}</div>
      <div className="mt-8 flex w-full flex-col gap-3 sm:w-auto sm:flex-row">{props.children}</div>
    </section>
  );
}

/** Drawing: an empty bag. */
export function EmptyBag() {
  return (
    <svg viewBox="0 0 160 120" width="160" height="120" aria-hidden="true">
      <ellipse cx="80" cy="108" rx="52" ry="6" fill="var(--hover)" />
      <path
        d="M44 40h72l7 60a6 6 0 0 1-6 7H43a6 6 0 0 1-6-7Z"
        fill="var(--raised)"
        stroke="var(--line-strong)"
        strokeWidth="2.5"
      />
      <path
        d="M60 52V34a20 20 0 0 1 40 0v18"
        fill="none"
        stroke="var(--accent-text)"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path d="M66 78q14-8 28 0" fill="none" stroke="var(--line-strong)" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}

/** Drawing: a torn receipt. */
export function TornReceipt() {
  return (
    <svg viewBox="0 0 160 120" width="160" height="120" aria-hidden="true">
      <ellipse cx="80" cy="110" rx="46" ry="5" fill="var(--hover)" />
      <path
        d="M50 12h60v44l-10 6-10-6-10 6-10-6-10 6-10-6Z"
        fill="var(--raised)"
        stroke="var(--line-strong)"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <path
        d="m50 70 10 6 10-6 10 6 10-6 10 6 10-6v34H50Z"
        fill="var(--raised)"
        stroke="var(--line-strong)"
        strokeWidth="2.5"
        strokeLinejoin="round"
        transform="rotate(-3 80 90)"
      />
      <path d="M62 28h36M62 40h22" stroke="var(--accent-text)" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
