import type { Plan } from '@vitrine/contract/plans';
import { container } from '../../shop/frame.tsx';
import { DemoOrder } from './demo-order.tsx';
import { Games } from './games.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Keeps } from './keeps.tsx';
import { Pictures } from './pictures.tsx';
import { Plans } from './plans.tsx';
import { Questions } from './questions.tsx';
import { Safety } from './safety.tsx';

export const landingWords = {
  title: 'Vitrine: a loja do seu servidor, com entrega que todo mundo vê',
  description:
    'Monte a loja do seu servidor: Pix na própria página, cargos no Discord e itens no FiveM, Minecraft e MTA entregues uma vez só, com cada etapa à vista do comprador e do dono.',
};

/** The platform's front page, on the apex. It promises only what the software does, and quotes only facts/market.md. */
export function LandingPage({ demoUrl, plans }: { demoUrl: string | undefined; plans: Plan[] }) {
  return (
    <>
      <Hero demoUrl={demoUrl} />
      <HowItWorks />
      <Pictures demoUrl={demoUrl} />
      <Games />
      <Plans plans={plans} />
      <Keeps plans={plans} />
      <Safety />
      <Questions />
      <section className={`${container} py-16 text-center md:py-24`}>
        <h2 className="text-display font-bold tracking-tight text-balance md:text-hero">
          Comece com um produto e um link
        </h2>
        <p className="mx-auto mt-3 max-w-lg text-muted text-pretty">
          Crie a loja, cadastre um produto e mande o link no seu Discord. O plano gratuito não tem prazo.
        </p>
        <a href="/registrar" className="btn btn-primary mt-8">
          Criar minha loja
        </a>
      </section>
    </>
  );
}

function Hero({ demoUrl }: { demoUrl: string | undefined }) {
  return (
    <section
      className={`${container} grid items-center gap-10 py-10 md:py-16 lg:grid-cols-[1fr_26rem] lg:gap-16 lg:py-24`}
    >
      <div className="min-w-0">
        <p className="text-small font-semibold text-accent-text">Para servidores de FiveM, Minecraft e MTA</p>
        <h1 className="mt-3 text-hero leading-[1.1] font-bold tracking-tight text-balance md:text-[3.5rem]">
          <span className="block">Pago é entregue.</span> <span className="block">Uma vez.</span>{' '}
          <span className="block">E todo mundo vê.</span>
        </h1>
        <p className="mt-5 max-w-xl text-title text-muted text-pretty">
          A Vitrine é a loja do seu servidor. O jogador paga com Pix, a entrega começa sozinha, e cada etapa aparece
          para ele e para você: pago, na fila, enviado, entregue. Se algo trava, a causa está escrita na tela.
        </p>
        <div className="mt-8 flex flex-col gap-3 sm:flex-row">
          <a href="/registrar" className="btn btn-primary">
            Criar minha loja grátis
          </a>
          {demoUrl ? (
            <a href={demoUrl} className="btn btn-secondary">
              Visitar a loja de demonstração
            </a>
          ) : (
            <a href="#como-funciona" className="btn btn-secondary">
              Ver como funciona
            </a>
          )}
        </div>
      </div>
      <DemoOrder />
    </section>
  );
}
