import { formatCentavos, toCentavos } from '@vitrine/contract/money';
import type { Plan } from '@vitrine/contract/plans';
import { differenceText, type Share, shareOf } from './calculator.ts';
import { tebex } from './market.ts';

/** The example that the fields begin with, in centavos. */
const EXAMPLE = { total: 500_000, ticket: 5_000, paymentFee: 0 };

/**
 * The owner's own figures. The server draws it with an example already computed; `calculator.ts` computes again at each
 * key. Without a script it is hidden, and the table of examples stays.
 */
export function CalculatorForm({ plans, chosen }: { plans: Plan[]; chosen: Plan }) {
  const own = shareOf(EXAMPLE, { saleFee: 0, monthly: toCentavos(chosen.price) });
  const other = shareOf(EXAMPLE, { saleFee: tebex.fivemFee, monthly: 0 });
  return (
    <form
      data-part="calculator"
      data-sale-fee={tebex.fivemFee}
      aria-label="Calculadora"
      className="needs-script mt-8 grid gap-6 lg:grid-cols-[20rem_1fr] lg:gap-10"
    >
      <div className="grid content-start gap-4 sm:grid-cols-2 lg:grid-cols-1">
        <Typed name="total" label="Vendas no mês (R$)" value="5.000,00" problem="Escreva um valor como 5.000,00." />
        <Typed name="ticket" label="Venda média (R$)" value="50,00" problem="Escreva um valor como 50,00." />
        <Typed
          name="paymentFee"
          label="Taxa do meio de pagamento (%)"
          value="0"
          problem="Escreva uma porcentagem como 1,5."
          help="Está na sua conta do Mercado Pago, e depende do meio e do prazo. A conta usa a mesma nos dois lados."
        />
        <label className="grid content-start gap-1.5">
          <span className="font-medium">Plano da Vitrine</span>
          <select name="plan" defaultValue={String(toCentavos(chosen.price))} className="typed">
            {plans.map(({ _id, name, price }) => (
              <option key={_id} value={toCentavos(price)} data-name={name}>
                {name}: {formatCentavos(toCentavos(price))} por mês
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className="min-w-0">
        <div className="grid gap-4 sm:grid-cols-2">
          <Result whose="own" share={own} ticket={EXAMPLE.ticket} strong>
            Vitrine, plano <span data-out="plan">{chosen.name}</span>
          </Result>
          <Result whose="other" share={other} ticket={EXAMPLE.ticket}>
            {tebex.fivemFee / 100}% por venda (Tebex, FiveM)
          </Result>
        </div>
        <p role="status" data-out="difference" className="mt-4 font-medium text-pretty">
          {differenceText(own, other)}
        </p>
      </div>
    </form>
  );
}

interface TypedProps {
  name: string;
  label: string;
  value: string;
  problem: string;
  help?: string;
}

function Typed({ name, label, value, problem, help }: TypedProps) {
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={name} className="font-medium">
        {label}
      </label>
      <input
        id={name}
        name={name}
        inputMode="decimal"
        autoComplete="off"
        maxLength={16}
        defaultValue={value}
        aria-describedby={`${name}-erro${help ? ` ${name}-ajuda` : ''}`}
        className="typed figures"
      />
      <p id={`${name}-erro`} hidden className="text-small text-bad">
        {problem}
      </p>
      {help ? (
        <p id={`${name}-ajuda`} className="text-small text-muted text-pretty">
          {help}
        </p>
      ) : null}
    </div>
  );
}

interface ResultProps {
  /** The names of its figures begin with it. */
  whose: 'own' | 'other';
  share: Share;
  ticket: number;
  strong?: boolean;
  children: React.ReactNode;
}

function Result({ whose, share, ticket, strong, children }: ResultProps) {
  const lines = [
    { text: 'Taxa por venda', name: 'saleFee' as const },
    { text: 'Mensalidade', name: 'monthly' as const },
    { text: 'Meio de pagamento', name: 'paymentFee' as const },
  ];
  return (
    <section className={`min-w-0 rounded-card border bg-surface p-5 ${strong ? 'border-accent' : 'border-line'}`}>
      <h3 className="font-medium">{children}</h3>
      <p className="mt-2">
        <span data-out={`${whose}-kept`} className="figures text-display font-bold tracking-tight">
          {formatCentavos(share.kept)}
        </span>{' '}
        <span className="inline-block text-muted whitespace-nowrap">por mês</span>
      </p>
      <dl className="figures mt-4 grid gap-1 border-t border-line pt-3 text-small text-muted">
        {lines.map(({ text, name }) => (
          <div key={name} className="flex justify-between gap-3">
            <dt>{text}</dt>
            <dd data-out={`${whose}-${name}`} className="whitespace-nowrap">
              {formatCentavos(share[name])}
            </dd>
          </div>
        ))}
        <div className="flex justify-between gap-3 font-medium text-text">
          <dt>
            De cada venda de{' '}
            <span data-out="ticket" className="whitespace-nowrap">
              {formatCentavos(ticket)}
            </span>
          </dt>
          <dd data-out={`${whose}-keptOfTicket`} className="whitespace-nowrap">
            {formatCentavos(share.keptOfTicket)}
          </dd>
        </div>
      </dl>
    </section>
  );
}
