import type { ReactNode } from 'react';
import { Logo } from '../../lib/logo.tsx';
import { container } from '../shop/frame.tsx';
import { AccountActions } from './account-actions.tsx';

/** Header and footer of the product's own public pages. */
export function LandingFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <a href="#conteudo" className="skip-link">
        Pular para o conteúdo
      </a>
      <header
        data-navbar=""
        className="sticky top-0 z-30 border-b border-transparent bg-surface transition-[border-color] duration-(--motion-slow) data-scrolled:border-line"
      >
        <nav aria-label="Principal" className={`${container} flex h-14 items-center gap-1 md:h-16`}>
          <a href="/" aria-label="Vitrine, início" className="mr-auto flex min-h-11 items-center rounded-control">
            <Logo />
          </a>
          <AccountActions />
        </nav>
      </header>
      <main id="conteudo" tabIndex={-1} className="min-h-[calc(100dvh-3.5rem)] outline-none">
        {children}
      </main>
      <footer className="border-t border-line bg-raised">
        <div
          className={`${container} flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-8 text-small text-muted`}
        >
          <p>Vitrine: pago é entregue, uma vez, e todo mundo vê.</p>
          <nav aria-label="Rodapé" className="flex gap-6">
            <a href="/login" className="flex min-h-11 min-w-11 items-center hover:text-text">
              Entrar
            </a>
            <a href="/registrar" className="flex min-h-11 min-w-11 items-center hover:text-text">
              Criar conta
            </a>
            <a href="/seguranca" className="flex min-h-11 min-w-11 items-center hover:text-text">
              Segurança
            </a>
          </nav>
        </div>
      </footer>
    </>
  );
}
