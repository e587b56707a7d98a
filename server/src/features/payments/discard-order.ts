import { nameParty } from '../../db/party.ts';
import { transaction } from '../../db/transaction.ts';
import type { Customer } from '../../http/customer-session.ts';
import { Refusal } from '../../http/errors.ts';
import { type StoreId, storeIdOf } from '../../http/store.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { browserHash } from '../stores/network-holder.ts';
import { endUnpaidOrder, withdrawOffers } from './end-unpaid.ts';
import type { Outside } from './look-up.ts';

interface Asked {
  reference: string;
  /** The secret of the browser that asks. */
  buyer: string | undefined;
  /** The store that the host names; absent on a host without a store. */
  subdomain: string | undefined;
  /** Whoever is signed in at a store in the browser that asks. */
  customerOf(store: StoreId): Promise<Customer | undefined>;
}

/**
 * The buyer ends their own unpaid order. The browser's secret proves who they are, or the Discord login that the order was
 * placed with; a typed id proves nothing. The offer to pay is withdrawn first: money that arrives in that moment wins.
 */
export async function discardOrder(
  outside: Outside,
  { reference, buyer, subdomain, customerOf }: Asked,
): Promise<void> {
  const { db, config } = outside;
  const row = await db
    .selectFrom('order')
    .innerJoin('store', 'store.id', 'order.store_id')
    .where('order.reference', '=', reference)
    .$if(subdomain !== undefined, (query) => query.where('store.subdomain', '=', subdomain ?? ''))
    .select(['order.store_id', 'order.id', 'order.reference', 'order.status', 'order.buyer'])
    .select(['order.proven', 'order.discord_id'])
    .executeTakeFirst();
  if (!row) throw new Refusal('order_not_found');
  const store = storeIdOf(row);
  nameParty(store);
  const byBrowser = buyer !== undefined && row.buyer?.equals(browserHash(config.secret, store, buyer));
  const byLogin = async () => row.proven === 'discord' && (await customerOf(store))?.discordId === row.discord_id;
  if (!byBrowser && !(await byLogin())) throw new Refusal('order_of_another');
  if (row.status !== 'pending') throw new Refusal('order_not_pending');

  const withdrawn = await withdrawOffers(outside, store, row);
  const ended = await transaction(db, async (tx) => {
    const order = await lockOrder(tx, store, row.id);
    return order !== undefined && (await endUnpaidOrder(tx, store, order, withdrawn, 'discarded'));
  });
  if (!ended) throw new Refusal('order_not_pending');
}
