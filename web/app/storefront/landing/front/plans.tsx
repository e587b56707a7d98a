import { formatReais } from '@vitrine/contract/money';
import { featuresOf } from '@vitrine/contract/plan-words';
import type { Plan } from '@vitrine/contract/plans';
import { Check } from 'lucide-react';
import { Section } from './section.tsx';

const inAll = [
  { title: '0% por venda', text: 'A Vitrine não fica com nenhuma parte das suas vendas.' },
  {
    title: 'Pix sem sair da loja',
    text: 'QR Code, copia e cola e contagem. O dinheiro cai na sua conta do Mercado Pago.',
  },
  {
    title: 'Entrega com linha do tempo',
    text: 'Comprador e dono veem a mesma coisa: pago, na fila, enviado, entregue.',
  },
  {
    title: 'Reembolso que desfaz',
    text: 'O que a compra deu é retirado, e só o que ela deu. Outra compra ativa continua valendo.',
  },
  { title: 'Cupons com regra', text: 'Por porcentagem ou valor, com validade, limite de usos e uma vez por pessoa.' },
  {
    title: 'Segurança completa',
    text: 'Verificação em duas etapas, passkeys e registro de alterações não são extras pagos.',
  },
];

/** The plans of the plan table, in its order, and what all of them have. */
export function Plans({ plans }: { plans: Plan[] }) {
  return (
    <Section
      id="planos"
      title="Planos"
      lead="Toda loja começa no plano gratuito, sem prazo e sem cartão. Os planos mudam o tamanho da loja, e não a segurança da entrega."
    >
      <ul className="mt-8 grid gap-4 md:grid-cols-3">
        {plans.map((plan) => (
          <li key={plan._id} className="card p-6">
            <h3 className="text-title font-semibold">{plan.name}</h3>
            <p className="mt-2">
              <span className="figures text-hero font-bold tracking-tight">{formatReais(plan.price)}</span>{' '}
              <span className="inline-block text-muted whitespace-nowrap">por mês</span>
            </p>
            <ul className="mt-4 grid gap-2 border-t border-line pt-4">
              {featuresOf(plan).map((feature) => (
                <li key={feature} className="flex gap-2.5">
                  <Check className="mt-1 size-4 shrink-0 text-ok" strokeWidth={3} aria-hidden="true" />
                  {feature}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <a href="/registrar" className="btn btn-primary mt-8 w-full sm:w-auto">
        Criar minha loja
      </a>
      <h3 className="mt-14 text-lead font-semibold tracking-tight">Em todos os planos</h3>
      <ul className="mt-5 grid gap-x-10 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        {inAll.map(({ title, text }) => (
          <li key={title} className="border-t border-line pt-4">
            <h4 className="font-semibold">{title}</h4>
            <p className="mt-1 text-muted text-pretty">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
