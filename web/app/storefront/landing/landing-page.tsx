import { Bot, Gamepad2, QrCode, RotateCcw, TicketPercent, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MetaDescriptor } from 'react-router';
import { container } from '../shop/frame.tsx';
import { DemoOrder } from './demo-order.tsx';
import { LandingFrame } from './landing-frame.tsx';

const title = 'Vitrine: a loja do seu servidor, com entrega que todo mundo vê';
const description =
  'Monte a loja da sua cidade: Pix na própria página, cargos no Discord e itens no FiveM entregues uma vez só, com cada etapa à vista do comprador e do dono.';

export const landingMeta: MetaDescriptor[] = [
  { title },
  { name: 'description', content: description },
  { property: 'og:title', content: title },
  { property: 'og:description', content: description },
  { property: 'og:site_name', content: 'Vitrine' },
  { property: 'og:type', content: 'website' },
  { property: 'og:locale', content: 'pt_BR' },
];

/** The product's front page, on the apex. It promises only what the software does. */
export function LandingPage({ demoUrl }: { demoUrl: string | undefined }) {
  return (
    <LandingFrame>
      <Hero demoUrl={demoUrl} />
      <Promises />
      <Parts />
      <Questions />
      <section className={`${container} py-16 text-center md:py-24`}>
        <h2 className="text-display font-bold tracking-tight text-balance md:text-hero">Abra a sua vitrine hoje</h2>
        <p className="mx-auto mt-3 max-w-lg text-muted text-pretty">
          O plano gratuito não tem prazo. Crie a loja, cadastre um produto e mande o link no seu Discord.
        </p>
        <a href="/registrar" className="btn btn-primary mt-8">
          Criar minha loja
        </a>
      </section>
    </LandingFrame>
  );
}

function Hero({ demoUrl }: { demoUrl: string | undefined }) {
  return (
    <section
      className={`${container} grid items-center gap-10 py-10 md:py-16 lg:grid-cols-[1fr_26rem] lg:gap-16 lg:py-24`}
    >
      <div className="min-w-0">
        <p className="text-small font-semibold text-accent-text">Para cidades de FiveM e comunidades no Discord</p>
        <h1 className="mt-3 text-[2.5rem] leading-[1.08] font-bold tracking-tight text-balance md:text-[3.5rem]">
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

const promises = [
  {
    word: 'Pago',
    title: 'O pagamento é conferido na fonte',
    text: 'Um aviso de pagamento não vale nada sozinho: o valor e o estado são lidos de novo no Mercado Pago antes de qualquer entrega.',
  },
  {
    word: 'Uma vez',
    title: 'Nem duas vezes, nem nenhuma',
    text: 'O script da cidade anota cada ordem antes de executar. Se o servidor cair no meio, ninguém recebe em dobro: o que ficou em dúvida vai para você decidir.',
  },
  {
    word: 'Todo mundo vê',
    title: 'A resposta da cidade fica registrada',
    text: 'Nada é marcado como entregue sem a confirmação do outro lado. O comprador vê onde está a compra e o que falta; você vê a causa e corrige com um clique.',
  },
];

function Promises() {
  return (
    <section id="como-funciona" aria-labelledby="promessa" className="border-y border-line bg-raised">
      <div className={`${container} py-14 md:py-20`}>
        <h2 id="promessa" className="max-w-2xl text-display font-bold tracking-tight text-balance md:text-hero">
          A promessa, e como ela se cumpre
        </h2>
        <ol className="mt-8 grid gap-8 md:grid-cols-3 md:gap-10">
          {promises.map(({ word, title: heading, text }) => (
            <li key={word} className="border-t-2 border-accent pt-4">
              <p className="text-small font-semibold text-accent-text">{word}</p>
              <h3 className="mt-1 text-title font-semibold text-balance">{heading}</h3>
              <p className="mt-2 text-muted text-pretty">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

const parts = [
  {
    icon: QrCode,
    title: 'Pix sem sair da loja',
    text: 'QR Code, copia e cola e contagem regressiva na sua página. O dinheiro cai na sua conta do Mercado Pago.',
  },
  {
    icon: Gamepad2,
    title: 'FiveM de verdade',
    text: 'Dinheiro, grupos, veículos e itens nas bases vRP, por um script que você baixa e instala em minutos.',
  },
  {
    icon: Bot,
    title: 'Cargos no Discord',
    text: 'O bot entrega o cargo, tira quando o prazo acaba e avisa antes se não tiver permissão.',
  },
  {
    icon: RotateCcw,
    title: 'Reembolso que desfaz',
    text: 'Devolveu o dinheiro? O que a compra deu é retirado, e só o que ela deu: outra compra ativa continua valendo.',
  },
  {
    icon: TicketPercent,
    title: 'Cupons com regra',
    text: 'Por porcentagem ou valor, com validade, limite de usos e uma vez por pessoa, conferidos no servidor.',
  },
  {
    icon: Users,
    title: 'Equipe com papéis',
    text: 'Convide gerentes e atendentes. Cada um vê e faz só o que o papel permite.',
  },
];

function Parts() {
  return (
    <section aria-labelledby="partes" className={`${container} py-14 md:py-20`}>
      <h2 id="partes" className="max-w-2xl text-display font-bold tracking-tight text-balance md:text-hero">
        Tudo o que a loja da cidade precisa
      </h2>
      <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {parts.map(({ icon: Icon, title: heading, text }) => (
          <li key={heading} className="card p-5">
            <Icon className="size-6 text-accent-text" aria-hidden="true" />
            <h3 className="mt-3 font-semibold">{heading}</h3>
            <p className="mt-1 text-muted text-pretty">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const questions: { ask: string; answer: ReactNode }[] = [
  {
    ask: 'E se a cidade estiver fora do ar?',
    answer: 'A compra espera na fila e sai assim que o servidor voltar. O comprador lê isso na página do pedido.',
  },
  {
    ask: 'E se o servidor cair no meio de uma entrega?',
    answer:
      'O que pode ser repetido sem risco é repetido. Dinheiro, itens e comandos ficam marcados como incertos, com tudo o que se sabe, e uma pessoa da loja decide.',
  },
  {
    ask: 'Posso usar com qualquer servidor FiveM?',
    answer:
      'Com honestidade: a licença da Cfx.re indica a Tebex como única parceira de pagamento para servidores FiveM. Você lê esse aviso ao conectar o servidor e decide sabendo disso.',
  },
  {
    ask: 'Quem recebe o dinheiro?',
    answer: 'Você, direto na sua conta do Mercado Pago. A Vitrine não guarda o dinheiro das vendas.',
  },
];

function Questions() {
  return (
    <section aria-labelledby="perguntas" className="border-t border-line bg-raised">
      <div className="mx-auto w-full max-w-3xl px-4 py-14 md:px-6 md:py-20">
        <h2 id="perguntas" className="text-display font-bold tracking-tight">
          Perguntas diretas
        </h2>
        <div className="mt-6 divide-y divide-line border-y border-line">
          {questions.map(({ ask, answer }) => (
            <details key={ask} className="group">
              <summary className="flex min-h-14 items-center justify-between gap-4 py-3 font-semibold [&::-webkit-details-marker]:hidden">
                {ask}
                <span aria-hidden="true" className="text-lead font-normal text-accent-text group-open:rotate-45">
                  +
                </span>
              </summary>
              <p className="pb-5 text-muted text-pretty">{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
