/**
 * What another platform takes of a sale. The figures, their source and the date stand in facts/market.md; change both
 * together.
 */
export const tebex = {
  /** Of the whole sale, in hundredths of a percent. */
  fivemFee: 1_500,
  otherGamesFee: 500,
  source: 'https://docs.tebex.io/creators/pricing-overview/tebex-fees-and-billing-overview',
  readIn: 'novembro de 2026',
} as const;
