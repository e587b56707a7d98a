import type { ReactNode } from 'react';
import { Logo } from '../lib/logo.tsx';

interface AccountFrameProps {
  title: string;
  description?: string;
  children: ReactNode;
  /** A way on to another page, under the card. */
  footer?: ReactNode;
}

/** One task in the middle of the page, under the product's lit shop window. */
export function AccountFrame({ title, description, children, footer }: AccountFrameProps) {
  return (
    <main className="relative isolate flex min-h-dvh flex-col items-center overflow-hidden px-4 py-10 sm:justify-center sm:py-16">
      <div
        aria-hidden="true"
        className="absolute inset-x-0 top-0 -z-10 h-96 bg-[radial-gradient(60rem_24rem_at_50%_-6rem,var(--accent-soft),transparent)]"
      />
      <a href="/" className="rounded-control" aria-label="Vitrine, início">
        <Logo />
      </a>
      <section className="mt-8 w-full max-w-md rounded-card border border-line bg-raised p-6 shadow-soft sm:p-8">
        <h1 className="text-display font-semibold tracking-tight text-balance">{title}</h1>
        {description ? <p className="mt-1 text-muted">{description}</p> : null}
        <noscript>
          <p className="mt-4 rounded-control bg-warn-soft px-4 py-3 text-warn">
            Esta página precisa de JavaScript. Ative-o no navegador e recarregue.
          </p>
        </noscript>
        <div className="mt-6">{children}</div>
      </section>
      {footer ? <p className="mt-6 text-center text-muted">{footer}</p> : null}
    </main>
  );
}

/** A link inside a sentence; tall enough for a finger. */
export const textLink = 'inline-block py-1 font-medium text-accent-text underline-offset-4 hover:underline';
