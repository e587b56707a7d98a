import { type IdentityKind, identityKinds, identityRules } from './identity.ts';

/** A buyer as the store's people know one: by an id or an e-mail that stands on orders. Without a schema, for pages. */

export const buyerKinds = [...identityKinds, 'email'] as const;
export type BuyerKind = IdentityKind | 'email';

export interface BuyerName {
  kind: BuyerKind;
  value: string;
}

/** The kind of an identity for people. */
export const buyerKindText = (kind: BuyerKind): string => (kind === 'email' ? 'E-mail' : identityRules[kind].label);

/** The panel's page of a buyer. */
export const buyerPage = ({ kind, value }: BuyerName): string => `/customers/${kind}/${encodeURIComponent(value)}`;

/** How a right stands, for the store's people. */
export const benefitStates = ['live', 'waiting', 'expired', 'refunded', 'removed'] as const;
export const benefitStateTexts: Record<(typeof benefitStates)[number], string> = {
  live: 'Ativo',
  waiting: 'Aguarda entrega',
  expired: 'Terminou',
  refunded: 'Reembolsado',
  removed: 'Retirado',
};
