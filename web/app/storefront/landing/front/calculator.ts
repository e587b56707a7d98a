import { formatCentavos, parseReais, toCentavos } from '@vitrine/contract/money';

/** What a platform takes. Fees are hundredths of a percent of the sales: 1500 is 15 %. */
export interface Terms {
  saleFee: number;
  /** Centavos per month. */
  monthly: number;
}

export interface Sales {
  /** Centavos in a month. */
  total: number;
  /** Centavos of an average sale. */
  ticket: number;
  /** What the payment provider takes, in hundredths of a percent. */
  paymentFee: number;
}

/** Where the money of a month goes, in centavos. */
export interface Share {
  saleFee: number;
  monthly: number;
  paymentFee: number;
  kept: number;
  /** What stays of one average sale, with its part of the monthly price. */
  keptOfTicket: number;
}

const part = (centavos: number, hundredths: number) => Math.round((centavos * hundredths) / 10_000);

/** What stays with the owner. `kept` is below zero if the monthly price is more than the sales bring. */
export function shareOf({ total, ticket, paymentFee }: Sales, terms: Terms): Share {
  const saleFee = part(total, terms.saleFee);
  const payment = part(total, paymentFee);
  const kept = total - saleFee - payment - terms.monthly;
  return {
    saleFee,
    monthly: terms.monthly,
    paymentFee: payment,
    kept,
    keptOfTicket: total === 0 ? 0 : Math.round((kept * ticket) / total),
  };
}

/** The difference of two shares as a sentence. It also says when the other one is better. */
export function differenceText(own: Share, other: Share): string {
  const difference = own.kept - other.kept;
  if (difference === 0) return 'Com esses números, dá no mesmo.';
  const amount = formatCentavos(Math.abs(difference));
  return difference > 0
    ? `Com a Vitrine ficam ${amount} a mais por mês com você.`
    : `Com esses números, a taxa por venda deixa ${amount} a mais por mês: um plano menor resolve.`;
}

/** Most centavos that the fields take: ten million reais. */
const MOST = 1_000_000_000;
/** A typed sum as centavos, or undefined. */
export function readSum(text: string): number | undefined {
  const reais = parseReais(text);
  const centavos = reais === undefined ? 0 : toCentavos(reais);
  return centavos > 0 && centavos <= MOST ? centavos : undefined;
}

/** `4,98` or `4.98 %` → 498. */
export function readPercent(text: string): number | undefined {
  const bare = text.replace('%', '').trim().replace(',', '.');
  return /^\d{1,2}(\.\d{1,2})?$/.test(bare) ? Math.round(Number(bare) * 100) : undefined;
}

/** How each typed field is read. */
const readers: Record<string, typeof readSum> = { total: readSum, ticket: readSum, paymentFee: readPercent };

/** Computes at each key what stays with the owner. A field that cannot be read says so, and the figures stay. */
export function wake(form: HTMLElement): void {
  const write = (name: string, text: string) => {
    for (const place of form.querySelectorAll(`[data-out="${name}"]`)) place.textContent = text;
  };
  const read = (name: string): number | undefined => {
    const input = form.querySelector<HTMLInputElement>(`[name=${name}]`);
    const value = input ? readers[name]?.(input.value) : undefined;
    input?.setAttribute('aria-invalid', String(value === undefined));
    const problem = form.querySelector<HTMLElement>(`#${name}-erro`);
    if (problem) problem.hidden = value !== undefined;
    return value;
  };
  const compute = () => {
    const [total, ticket, paymentFee] = [read('total'), read('ticket'), read('paymentFee')];
    if (total === undefined || ticket === undefined || paymentFee === undefined) return;
    const plan = form.querySelector<HTMLSelectElement>('[name=plan]')?.selectedOptions[0];
    const sales = { total, ticket, paymentFee };
    const own = shareOf(sales, { saleFee: 0, monthly: Number(plan?.value) });
    const other = shareOf(sales, { saleFee: Number(form.dataset.saleFee), monthly: 0 });
    for (const [whose, share] of Object.entries({ own, other })) {
      for (const [name, centavos] of Object.entries(share)) write(`${whose}-${name}`, formatCentavos(centavos));
    }
    write('plan', plan?.dataset.name ?? '');
    write('ticket', formatCentavos(ticket));
    write('difference', differenceText(own, other));
  };
  form.addEventListener('input', compute);
  form.addEventListener('submit', (event) => event.preventDefault());
  // The browser may have kept what was typed before a reload.
  compute();
}
