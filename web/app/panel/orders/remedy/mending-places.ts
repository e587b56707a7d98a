import { targetTexts } from '@vitrine/contract/action-types';
import type { Delivery } from '@vitrine/contract/orders';
import type { Permission } from '@vitrine/contract/permissions';
import type { RehearsalPlace } from '@vitrine/contract/rehearsals';

/** Where a cause is mended, and what a member needs for it. */
export const mendingPlaces: Record<RehearsalPlace, { text: string; to(product: string): string; access: Permission }> =
  {
    product: { text: 'Editar o produto', to: (product) => `/products/edit/${product}`, access: 'catalog.edit' },
    servers: { text: 'Abrir Servidores', to: () => '/config?tab=servidores', access: 'store.connect' },
    discord: { text: 'Abrir Discord', to: () => '/config?tab=discord', access: 'store.connect' },
    plan: { text: 'Ver planos', to: () => '/subscription', access: 'plan.manage' },
  };

/** Where the panel mends the cause for which a delivery waits, by the delivery's code. */
const placesOfCodes: Readonly<Record<string, RehearsalPlace>> = {
  discord_not_bound: 'discord',
  bot_missing: 'discord',
  missing_permissions: 'discord',
  channel_forbidden: 'discord',
  unknown_role: 'product',
  unknown_channel: 'product',
  plan_without_discord: 'plan',
  script_outdated: 'servers',
  storage_unavailable: 'servers',
};

/**
 * Where the panel mends the cause for which a delivery waits; null if it cannot. `away`: no city of the store is connected. A queued
 * delivery without a code has no cause of its own, so it waits for its city.
 */
export function placeOf(
  { state, code, target }: Pick<Delivery, 'state' | 'code' | 'target'>,
  away: boolean,
): RehearsalPlace | null {
  if (state !== 'queued') return null;
  if (code === null) return away && targetTexts[target].inCity ? 'servers' : null;
  return Object.hasOwn(placesOfCodes, code) ? (placesOfCodes[code] ?? null) : null;
}
