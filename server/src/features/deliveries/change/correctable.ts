import { type IdentityKind, identityKinds, readPlayerKey } from '@vitrine/contract/identity';
import { sql } from 'kysely';
import type { DeliveryRow } from '../queries.ts';
import { personalTargets } from '../targets.ts';

/**
 * True in SQL where goods of the delivery `d`, which waits or failed, may have gone out: a game server has it, or the end of an
 * attempt at Discord is unknown. A later attempt says nothing about an earlier one, so all of the history counts.
 */
export const mayHaveBegun = sql<boolean>`(d.state = 'queued' and (d.server_id is not null
  or d.code in ('discord_unavailable', 'lease_over')
  or exists (select from discord_message m where m.store_id = d.store_id and m.delivery_id = d.id))
  or d.state in ('queued', 'failed') and d.target = 'discord' and exists (
    select from delivery_history h where h.store_id = d.store_id and h.delivery_id = d.id
                                     and h.code in ('discord_unavailable', 'lease_over')))`;

export type Correctable = Pick<DeliveryRow, 'phase' | 'target' | 'player' | 'state' | 'begun'>;

const kindOf = ({ target, player }: Correctable): IdentityKind =>
  personalTargets.includes(target) ? 'discord_id' : readPlayerKey(player).kind;

const isOpen = ({ state, begun }: Correctable) =>
  state === 'scheduled' || ((state === 'queued' || state === 'failed') && !begun);

/**
 * The kinds of ids of an order that its buyer may still correct: some delivery waits for such an id, and none of the
 * deliveries to it arrived or is under way. `rows`: the order's deliveries. A person of the store may correct more (`retargetDeliveries`).
 */
export function correctableKinds(rows: readonly Correctable[]): IdentityKind[] {
  const goods = rows.filter(({ phase, state }) => phase === 'confirmation' && state !== 'cancelled');
  return identityKinds.filter((kind) => {
    const own = goods.filter((row) => kindOf(row) === kind);
    return own.length > 0 && own.every(isOpen);
  });
}
