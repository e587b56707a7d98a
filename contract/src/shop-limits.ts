/** The numbers that the shop's pages need. Their scripts load these, and none of the others in `limits`. */
export const shopLimits = {
  cityIdMax: 2_147_483_647,
  confettiMs: 3_000,
  confettiPieces: 50,
  customerNameMax: 120,
  discordLoginTimeoutMs: 10_000,
  discountCodeMax: 20,
  emailMax: 254,
  /** A shop window says how many units are left when it is at most this (migrations/0006_public_pages.sql). */
  lowStock: 5,
  navbarScrollPx: 20,
  quantityMax: 99,
  underDevelopmentPercent: 75,
  variableValueMax: 200,
} as const;
