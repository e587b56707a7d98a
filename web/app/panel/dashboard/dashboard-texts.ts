/** `Bom dia`, `Boa tarde`, `Boa noite`, by the reader's clock. */
export function greeting(now: Date): string {
  const hour = now.getHours();
  if (hour < 5) return 'Boa noite';
  if (hour < 12) return 'Bom dia';
  return hour < 18 ? 'Boa tarde' : 'Boa noite';
}

/** `sábado, 21 de novembro de 2026` */
export function dateInWords(now: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('pt-BR', { dateStyle: 'full', timeZone }).format(now);
}

/** Number of the current month in the store's time zone, 0 for January. */
export function currentMonth(now: Date, timeZone: string): number {
  return Number(new Intl.DateTimeFormat('en-US', { month: 'numeric', timeZone }).format(now)) - 1;
}

/** Months that are still to come have no point: a line that falls to zero would look like a loss. */
export function plotted(months: number[], current: number): (number | null)[] {
  return months.map((value, month) => (month <= current ? value : null));
}

export const monthNames = ['Jan', 'Fev', 'Mar', 'Abr', 'Mai', 'Jun', 'Jul', 'Ago', 'Set', 'Out', 'Nov', 'Dez'];

/** `VIP Ouro`, `2 × VIP Ouro`, `VIP Ouro e mais 2`: the first product of an order, and how many others it has. */
export function productsInShort({ products }: { products: readonly { name: string; quantity: number }[] }): string {
  const [first, ...others] = products;
  if (!first) return 'Sem produtos';
  const name = first.quantity > 1 ? `${first.quantity} × ${first.name}` : first.name;
  return others.length > 0 ? `${name} e mais ${others.length}` : name;
}

const compact = new Intl.NumberFormat('pt-BR', {
  style: 'currency',
  currency: 'BRL',
  notation: 'compact',
  maximumFractionDigits: 1,
});

/** `R$ 12,5 mil`, for an axis. */
export function shortMoney(reais: number): string {
  return compact.format(reais).replaceAll('\u00a0', ' ');
}
