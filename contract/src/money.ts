/**
 * Money is an integer number of centavos inside, and a JSON number in reais with at most 2 decimals on the wire
 * (DECISIONS.md, The API). No dependency, because the checkout's form imports this file.
 */
export type Centavos = number;

/**
 * `123456` -> `R$ 1.234,56` (with a plain space, so that texts compare and copy well). Not by `Intl`: a browser needs
 * tens of ms to make its first formatter, and the shop's first page would wait for that
 * (docs/decisions/0138-money-without-intl.md).
 */
export function formatCentavos(centavos: Centavos): string {
  const whole = Math.round(Math.abs(centavos));
  const reais = String(Math.floor(whole / 100)).replace(/\B(?=(\d{3})+$)/g, '.');
  const sign = centavos < 0 && whole > 0 ? '-' : '';
  return `${sign}R$ ${reais},${String(whole % 100).padStart(2, '0')}`;
}

/** Reais as they are on the wire: `29.9` -> `R$ 29,90`. */
export function formatReais(reais: number): string {
  return formatCentavos(toCentavos(reais));
}

/** Reais on the wire -> centavos. Rounds half a centavo away from zero, which undoes the error of binary fractions. */
export function toCentavos(reais: number): Centavos {
  return Math.sign(reais) * Math.round(Math.abs(reais) * 100 + 1e-7);
}

/** Centavos -> reais on the wire, a number with at most 2 decimals. */
export function toReais(centavos: Centavos): number {
  return centavos / 100;
}

/** Whether a number of reais has at most 2 decimals. */
export function isWholeCentavos(reais: number): boolean {
  return Math.abs(reais * 100 - Math.round(reais * 100)) < 1e-6;
}

/** Reads a typed amount as reais: `1.234,5`, `1234,50`, `29.90`, `R$ 10`. Undefined for any other text. */
export function parseReais(text: string): number | undefined {
  const bare = text.replace(/R\$|\s/g, '');
  const plain = /^\d{1,3}(\.\d{3})*(,\d{1,2})?$|^\d+(,\d{1,2})?$/.test(bare)
    ? bare.replaceAll('.', '').replace(',', '.')
    : bare;
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined;
}
