import { limits } from '@vitrine/contract/limits';
import type { JunkWave } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';

/**
 * The unpaid orders that are a wave, as `junk`. Two kinds of orders count:
 *
 * - orders of networks that hold many each, if all these orders together are many
 * - orders that hold half of a product's stock for minutes, from any number of networks. A drop that sells out looks like
 *   this in its first minutes
 *
 * An order does not count if a Discord login proved an id for it, or if a payment of it arrived or is in review.
 */
const junkOf = (store: StoreId) => sql`
  live as materialized (
    select o.store_id, o.id, o.holder, o.holder_wide, o.created_at from "order" o
     where o.store_id = ${store} and o.status = 'pending' and o.holder is not null
       and o.proven is distinct from 'discord' and o.ended_by is null
       and not exists (select from payment p where p.store_id = o.store_id and p.order_id = o.id
                          and p.status in ('approved', 'in_process'))
  ), many as materialized (
    select l.* from live l
     where exists (select from unpaid_hold k where k.store_id = ${store} and k.product_id = ''
                      and (k.holder = l.holder and k.held >= ${sql.lit(limits.wavePerNetwork)}
                           or k.holder = l.holder_wide and k.held >= ${sql.lit(limits.wavePerWide)}))
  ), old as materialized (
    select l.*, i.product_id, i.quantity from live l
      join order_item i on i.store_id = l.store_id and i.order_id = l.id and i.stocked
     where l.created_at < now() - make_interval(mins => ${sql.lit(limits.waveMinutes)})
  ), crowded as materialized (
    select p.id from old join product p on p.store_id = ${store} and p.id = old.product_id
     group by p.id, p.stock
    having count(distinct old.id) > 1 and sum(old.quantity) * 100 >= p.stock * ${sql.lit(limits.waveStockPercent)}
  ), junk as materialized (
    select store_id, id, holder, created_at from many where (select count(*) from many) >= ${sql.lit(limits.waveOrders)}
     union
    select store_id, id, holder, created_at from old where product_id in (select id from crowded)
  )`;

/** The wave of unpaid orders that a store is under, in figures and in words; null without a wave. */
export async function readWave(db: Db, store: StoreId): Promise<JunkWave | null> {
  const { rows } = await sql<Omit<JunkWave, 'text'>>`
    with ${junkOf(store)}
    select count(*)::int as orders, count(distinct holder)::int as networks,
           coalesce(greatest(1, ceil(extract(epoch from max(created_at) - min(created_at)) / 60)), 0)::int as minutes,
           (select coalesce(sum(i.quantity), 0)::int from junk
              join order_item i on i.store_id = junk.store_id and i.order_id = junk.id and i.stocked) as units,
           (select count(*)::int from junk
              join discount_use u on u.store_id = junk.store_id and u.order_id = junk.id and u.released_at is null) as coupons
      from junk`.execute(db);
  const wave = rows[0];
  if (!wave || wave.orders === 0) return null;
  return { ...wave, text: waveText(wave) };
}

/** The orders of the wave, each with its networks, locked until the transaction ends. */
export async function lockWave(
  tx: Tx,
  store: StoreId,
): Promise<{ id: string; holder: Buffer; holder_wide: Buffer | null }[]> {
  const { rows } = await sql<{ id: string; holder: Buffer; holder_wide: Buffer | null }>`
    with ${junkOf(store)}
    select o.id, o.holder, o.holder_wide from "order" o join junk on junk.id = o.id
     where o.store_id = ${store} and o.status = 'pending' and o.ended_by is null order by o.id for update of o`.execute(
    tx,
  );
  return rows;
}

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** A wave as its owner reads it: "37 pedidos sem pagamento de 2 redes em 10 min seguram 37 unidades". */
export function waveText({ orders, networks, minutes, units, coupons }: Omit<JunkWave, 'text'>): string {
  const time = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  const held = [
    ...(units > 0 ? [plural(units, 'unidade', 'unidades')] : []),
    ...(coupons > 0 ? [plural(coupons, 'uso de cupom', 'usos de cupom')] : []),
  ];
  const what = `${plural(orders, 'pedido', 'pedidos')} sem pagamento de ${plural(networks, 'rede', 'redes')} em ${time}`;
  return held.length > 0 ? `${what} ${orders === 1 ? 'segura' : 'seguram'} ${held.join(' e ')}` : what;
}
