import { type Identity, type IdentityKind, identityKinds, identityRules } from '@vitrine/contract/identity';
import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { nameParty } from '../../../db/party.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { Customer } from '../../../http/customer-session.ts';
import { Refusal } from '../../../http/errors.ts';
import { type StoreId, storeIdOf } from '../../../http/store.ts';
import { slowDown } from '../../../http/throttle.ts';
import { checkCityId } from '../../city/check-city-id.ts';
import { expectPurchase } from '../../city/expect-purchase.ts';
import type { GameWake } from '../../city/game-wake.ts';
import { type Correctable, correctableKinds, mayHaveBegun } from '../../deliveries/change/correctable.ts';
import { type Buyer, playersOf } from '../../deliveries/player.ts';
import { ofGame } from '../../deliveries/targets.ts';
import { checkDiscordId } from '../../discord/check/discord-check.ts';
import { sendMail } from '../../mail/send-mail.ts';
import { idsOf, maskedId } from '../../orders/buyer/public-buyer.ts';
import { type CorrectedIds, corrected, retargetOrder } from '../../orders/retarget-order.ts';
import { browserHash } from '../../stores/network-holder.ts';
import { storeUrl } from '../../stores/public-url.ts';

const BUYER = { accountId: null, name: 'Comprador' };
/** Each try may ask the city and Discord. */
const TRIES = { limit: 20, seconds: 3600 };

export interface Asked {
  reference: string;
  /** The secret of the browser that asks. */
  browser: string | undefined;
  /** The store that the host names; absent on a host without a store. */
  subdomain: string | undefined;
  /** Answers the customer who is signed in at a store in the browser that asks. */
  customerOf(store: StoreId): Promise<Customer | undefined>;
}

/** The order, and whether it is the caller's own: placed in this browser, or with this Discord login. Refuses `order_not_found`. */
export async function findOwn(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { reference, browser, subdomain, customerOf }: Asked,
) {
  const row = await findOrder(db, reference);
  if (!row || (subdomain !== undefined && row.subdomain !== subdomain)) throw new Refusal('order_not_found');
  const store = storeIdOf(row);
  nameParty(store);
  const byBrowser = browser !== undefined && row.buyer?.equals(browserHash(config.secret, store, browser));
  const byLogin = async () => row.proven === 'discord' && (await customerOf(store))?.discordId === row.discord_id;
  return { row, store, own: byBrowser || (await byLogin()) };
}

/**
 * The buyer corrects the ids of their own paid order, a few times, while nothing was delivered to an id that changes and nothing is on its
 * way there. The rules of the correction are the panel's (`retargetOrder`). It is also refused where a purchase with these ids would be:
 * for an id that the city or Discord does not know, for the limit per customer, and for a coupon that was used. City and Discord are
 * asked before the transaction. Only the browser that placed the order, or the Discord login it was placed with, may correct it;
 * others get `order_of_another`.
 */
export async function correctOrder(
  deps: Pick<Deps, 'db' | 'config'>,
  answers: GameWake,
  ids: CorrectedIds,
  asked: Asked,
): Promise<void> {
  const { db, config } = deps;
  const { row, store, own } = await findOwn(deps, asked);
  if (!own) throw new Refusal('order_of_another');
  await slowDown(db, [{ key: `correct:${store} ${row.id}`, ...TRIES }]);
  requireCorrectable(row, ids);
  await askOutside(deps, answers, store, row.id, ids);

  await transaction(db, async (tx) => {
    const order = await lock(tx, store, row.id);
    if (!isStillOwn(row, order)) throw new Refusal('order_of_another');
    requireCorrectable(order, ids);
    const kinds = correctableKinds(await lockGoods(tx, store, row.id));
    if (!changedKinds(order, ids).every((kind) => kinds.includes(kind))) throw new Refusal('correction_too_late');
    const couponCounted = await countsCoupon(tx, store, row.id);
    const { before, after } = await retargetOrder(tx, store, BUYER, { orderId: row.id, ...ids });
    if (await isAboveLimit(tx, store, row.id, before, after)) throw new Refusal('buy_limit');
    if (couponCounted && !(await countsCoupon(tx, store, row.id))) throw new Refusal('coupon_used');
    await sql`update "order" set corrections = corrections + 1 where store_id = ${store} and id = ${row.id}`.execute(
      tx,
    );
    if (order.email) {
      const url = storeUrl(config, row.subdomain, `/pedido/${asked.reference}`);
      const data = { order: order.number, changes: changesOf(before, after), url };
      await sendMail(tx, config, { kind: 'ids_corrected', to: order.email, storeId: store, data });
    }
  });
}

/** What proves whose order it is. It is compared again, because the store or an erasure may change it while city and Discord are asked. */
type Proof = { buyer: Buffer | null; proven: string | null; discord_id: string };

const isStillOwn = (was: Proof, now: Proof): boolean =>
  now.proven === was.proven &&
  (was.proven === null || now.discord_id === was.discord_id) &&
  (was.buyer === null || (now.buyer?.equals(was.buyer) ?? false));

interface Row extends Buyer {
  status: string;
  corrections: number;
}

async function findOrder(db: Db, reference: string) {
  return await db
    .selectFrom('order')
    .innerJoin('store', 'store.id', 'order.store_id')
    .where('order.reference', '=', reference)
    .select(['order.store_id', 'order.id', 'order.status', 'order.corrections', 'order.client', 'order.players'])
    .select(['order.discord_id', 'order.buyer', 'order.proven', 'store.subdomain'])
    .executeTakeFirst();
}

async function lock(tx: Tx, store: StoreId, order: string) {
  return await tx
    .selectFrom('order')
    .where('store_id', '=', store)
    .where('id', '=', order)
    .select(['number', 'email', 'status', 'corrections', 'client', 'players', 'discord_id', 'buyer', 'proven'])
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** The order's deliveries, locked. If one goes out in this moment, this waits for it and reads its new state. */
async function lockGoods(tx: Tx, store: StoreId, order: string): Promise<Correctable[]> {
  await sql`select from delivery where store_id = ${store} and order_id = ${order} order by seq for update`.execute(tx);
  const { rows } = await sql<Correctable>`
    select d.phase, d.target, d.player, d.state, ${mayHaveBegun} as begun
      from delivery d where d.store_id = ${store} and d.order_id = ${order}`.execute(tx);
  return rows;
}

/** Refuses an order that nobody may correct now, an id of a kind that it does not have, and ids that it has already. */
function requireCorrectable(order: Row, ids: CorrectedIds): void {
  if (order.status !== 'completed') throw new Refusal('order_not_correctable');
  if (order.corrections >= limits.buyerCorrections) throw new Refusal('correction_limit');
  const had = new Set(idsOf(order).map(({ kind }) => kind));
  const named: IdentityKind[] = [...(ids.identities ?? []).map(({ kind }) => kind)];
  if (ids.clientId !== undefined) named.push('city_id');
  if (ids.discordId !== undefined) named.push('discord_id');
  if (!named.every((kind) => had.has(kind))) throw new Refusal('order_not_correctable');
  if (changedKinds(order, ids).length === 0) throw new Refusal('ids_unchanged');
}

function changedKinds(before: Buyer, ids: CorrectedIds): IdentityKind[] {
  const [old, now] = [idsOf(before), idsOf(corrected(before, ids))];
  const valueIn = (list: Identity[], kind: IdentityKind) => list.find((id) => id.kind === kind)?.value;
  return identityKinds.filter((kind) => valueIn(old, kind) !== valueIn(now, kind));
}

/** What city and Discord say of the new ids. The city that answers is the store's first server. */
async function askOutside(
  deps: Pick<Deps, 'db' | 'config'>,
  answers: GameWake,
  store: StoreId,
  order: string,
  { clientId, discordId }: CorrectedIds,
): Promise<void> {
  if (discordId !== undefined && (await checkDiscordId(deps, store, discordId)) === 'missing') {
    throw new Refusal('discord_id_unknown');
  }
  if (clientId === undefined || !(await goesToFirst(deps.db, store, order))) return;
  await expectPurchase(deps.db, store);
  const { result, required } = await checkCityId(deps.db, answers, store, clientId);
  if (result === 'missing') throw new Refusal('city_id_unknown');
  if (required && result !== 'found') throw new Refusal('city_id_unconfirmed');
}

async function goesToFirst(db: Db, store: StoreId, order: string): Promise<boolean> {
  const { rows } = await sql`
    select from delivery d join game_seat s on s.store_id = d.store_id and s.id = d.store_id
     where d.store_id = ${store} and d.order_id = ${order} and ${ofGame('d')} and coalesce(d.seat_id, d.store_id) = d.store_id
       and coalesce(s.identity, 'city_id') = 'city_id' limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether a player whom the order now goes to has more units than the limit of a product allows. */
async function isAboveLimit(tx: Tx, store: StoreId, order: string, before: Buyer, after: Buyer): Promise<boolean> {
  const came = playersOf(after).filter((key) => !playersOf(before).includes(key));
  const { rows } = await sql`
    select from order_item i
      join product p on p.store_id = i.store_id and p.id = i.product_id
      join product_buyer b on b.store_id = p.store_id and b.product_id = p.id and b.buyer = any(${came}::text[])
     where i.store_id = ${store} and i.order_id = ${order} and b.units > p.buy_limit limit 1`.execute(tx);
  return rows.length > 0;
}

/** Whether the order's coupon counts for somebody. */
async function countsCoupon(tx: Tx, store: StoreId, order: string): Promise<boolean> {
  const { rows } = await sql`
    select from discount_use where store_id = ${store} and order_id = ${order} and released_at is null and identity is not null`.execute(
    tx,
  );
  return rows.length > 0;
}

/** `ID da Cidade: 11 → 12`, masked, because the buyer may have typed a wrong e-mail too. */
function changesOf(before: Buyer, after: Buyer): string[] {
  return idsOf(after).flatMap((id) => {
    const was = idsOf(before).find(({ kind }) => kind === id.kind);
    if (was === undefined || was.value === id.value) return [];
    return [`${identityRules[id.kind].label}: de ${maskedId(was)} para ${maskedId(id)}`];
  });
}
