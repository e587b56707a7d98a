import type { Operator } from '@vitrine/contract/pages';
import type { ReactNode } from 'react';
import { Logo, LogoMark } from '../../lib/logo.tsx';
import { container } from '../shop/frame.tsx';
import { AccountActions } from './account-actions.tsx';

/** Parts of the front page that the header leads to. */
const places = [
  { href: '/#como-funciona', text: 'Como funciona' },
  { href: '/#planos', text: 'Planos' },
  { href: '/#quanto-fica', text: 'Quanto fica com você' },
  { href: '/#perguntas', text: 'Perguntas' },
];

/** Header and footer of the platform's own public pages. */
export function LandingFrame({ operator, children }: { operator: Operator; children: ReactNode }) {
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
          <div className="mr-3 hidden lg:flex">
            {places.map(({ href, text }) => (
              <a
                key={href}
                href={href}
                className="flex min-h-11 items-center rounded-control px-3 text-muted hover:text-text"
              >
                {text}
              </a>
            ))}
          </div>
          <AccountActions />
        </nav>
      </header>
      <main id="conteudo" tabIndex={-1} className="min-h-[calc(100dvh-3.5rem)] outline-none">
        {children}
      </main>
      <Footer operator={operator} />
    </>
  );
}

/** Who runs the platform (Decreto 7.962/2013), as far as its operator says, and the ways to its other pages. */
function Footer({ operator }: { operator: Operator }) {
  const { name, taxId, address, contact } = operator;
  const links = [
    { href: '/login', text: 'Entrar', show: true },
    { href: '/registrar', text: 'Criar conta', show: true },
    { href: '/seguranca', text: 'Segurança', show: true },
    { href: '/termos', text: 'Termos de uso', show: operator.hasTerms },
    { href: '/privacidade', text: 'Privacidade', show: operator.hasPrivacy },
    { href: '/docs', text: 'API', show: true },
  ].filter(({ show }) => show);
  return (
    <footer className="border-t border-line bg-raised">
      <div className={`${container} grid gap-8 py-10 text-small text-muted md:grid-cols-[1fr_auto]`}>
        <div className="min-w-0">
          <p className="flex items-center gap-2">
            <LogoMark className="size-5 shrink-0" />
            Vitrine: pago é entregue, uma vez, e todo mundo vê.
          </p>
          {name ? <p className="mt-4 font-semibold text-text">{name}</p> : null}
          {taxId ? (
            <p className="figures mt-1">
              {taxId.kind} {taxId.number}
            </p>
          ) : null}
          {address ? <p className="mt-1">{address}</p> : null}
          {contact ? (
            <p className="mt-1">
              Contato:{' '}
              <a href={contact} className="prose-link inline-flex min-h-6 items-center">
                {contact.replace(/^mailto:/, '')}
              </a>
            </p>
          ) : null}
          <p className="mt-4 max-w-xl text-pretty">
            FiveM, Discord, Minecraft, MTA, Mercado Pago e Tebex são marcas dos seus titulares. A Vitrine não é ligada a
            eles.
          </p>
        </div>
        <nav aria-label="Rodapé" className="grid grid-cols-2 content-start gap-x-8 sm:grid-cols-3 md:grid-cols-2">
          {links.map(({ href, text }) => (
            <a key={href} href={href} className="flex min-h-11 min-w-11 items-center hover:text-text">
              {text}
            </a>
          ))}
        </nav>
      </div>
    </footer>
  );
}
