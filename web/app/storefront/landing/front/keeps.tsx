import { formatReais, toCentavos } from '@vitrine/contract/money';
import type { Plan } from '@vitrine/contract/plans';
import { CalculatorForm } from './calculator-form.tsx';
import { Comparison } from './comparison.tsx';
import { Examples } from './examples.tsx';
import { tebex } from './market.ts';
import { Section } from './section.tsx';

/** The first plan that costs something: the examples count with it, because the free one would flatter us. */
const paidPlan = (plans: Plan[]) => plans.find(({ price }) => price > 0) ?? plans[0];

/** What stays with the owner: a calculator, three examples that need no script, and a comparison with its sources. */
export function Keeps({ plans }: { plans: Plan[] }) {
  const plan = paidPlan(plans);
  if (!plan) return null;
  const chosen = { name: plan.name, monthly: toCentavos(plan.price) };
  return (
    <Section
      id="quanto-fica"
      title="Quanto fica com você"
      lead={`A Vitrine cobra uma mensalidade (${formatReais(plan.price)} no plano ${plan.name}) e nada por venda. Plataformas que cobram por venda levam uma parte de cada compra. Faça a conta com os seus números.`}
      raised
    >
      <CalculatorForm plans={plans} chosen={plan} />
      <Examples plan={chosen} />
      <Comparison plans={plans} />
      <p className="mt-6 max-w-2xl text-small text-muted text-pretty">
        Taxas da Tebex:{' '}
        <a href={tebex.source} rel="noreferrer" className="prose-link">
          página de taxas da própria Tebex
        </a>
        , lida em {tebex.readIn}. Preços mudam: confira na fonte antes de decidir. Os preços da Vitrine são os de hoje.
      </p>
    </Section>
  );
}
