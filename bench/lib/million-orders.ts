import type pg from 'pg';

/** Search texts for a generated store. */
export interface BigStore {
  /** Number, city id and Discord id of an order in the middle of its history. */
  number: number;
  client: number;
  discordId: string;
  /** A buyer's whole e-mail, and a name that only a few have. */
  email: string;
  rareName: string;
  /** Id of an order that is older than two thirds of the store's orders. */
  deepCursor: string;
}

const first = `{Maria,João,Ana,Pedro,Lucas,Gabriel,Mateus,Júlia,Bruno,Carla,Davi,Eva,Fábio,Gabi,Helena,Igor,Joana,Kauã,Larissa,Marcos,Nina,Otávio,Paula,Rafael,Sofia,Tiago,Valentina,Yasmin,Zeca,Cecília}`;
const last = `{Silva,Santos,Oliveira,Souza,Lima,Pereira,Ferreira,Costa,Rodrigues,Almeida,Nascimento,Araújo,Ribeiro,Carvalho,Gomes,Martins,Rocha,Dias,Nunes,Alves,Barbosa,Cardoso,Teixeira,Moura,Freitas}`;

/** How the orders lie. */
interface Spread {
  /** Tenths of all orders that are the first store's. */
  tenths: number;
  /** Different buyers, at most. */
  buyers: number;
}

/**
 * Fills the database with orders of the last two years, with lines, payments and deliveries. The first store has its share
 * of them (`spread`), the others share the rest. Names are as unevenly spread as real ones. Constraints and triggers
 * are off meanwhile, indexes are made afterwards, and the triggers' counts are computed at the end; nothing else
 * differs from placed orders.
 */
export async function fillOrders(
  pool: pg.Pool,
  stores: readonly string[],
  orders: number,
  log: (text: string) => void,
  { tenths, buyers }: Spread = { tenths: 3, buyers: 40_000 },
): Promise<BigStore> {
  const client = await pool.connect();
  const run = async (what: string, text: string, values: unknown[] = []) => {
    const start = performance.now();
    await client.query(text, values);
    log(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  };
  try {
    await client.query(
      `set statement_timeout = 0; set lock_timeout = 0; set session_replication_role = replica;
       set maintenance_work_mem = '256MB'; set work_mem = '64MB'`,
    );
    await client.query('select setseed(0.42)');
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
        where schemaname = 'public' and tablename in ('order', 'order_item', 'payment', 'delivery')
          and not indexname = any (select conname from pg_constraint)`,
    );
    for (const { name } of indexes) await client.query(`drop index "${name}"`);

    await run(
      'orders',
      `insert into "order" (store_id, id, reference, status, client, discord_id, customer_name, email, payment_method,
                            subtotal_centavos, total_centavos, coupon, reserved, note, created_at, expires_at, completed_at, cancelled_at)
       select store, 'o' || lpad(n::text, 9, '0'), 'r' || md5(n::text), status, client, (300000000000000000 + client * 7919::bigint)::text,
              case when named then fn || ' ' || ln end,
              case when named and client % 3 > 0 then lower(translate(fn || '.' || ln, 'áéíóúãçâô', 'aeiouacao')) || client || '@gmail.com' end,
              'pix', cents, cents, case when n % 10 = 0 then 'CUPOM' || n % 7 end, status = 'pending', case status when 'cancelled' then 'expired' end, at,
              case status when 'pending' then now() + interval '1 day' else at + interval '30 minutes' end,
              case status when 'completed' then at + interval '1 minute' end, case status when 'cancelled' then at + interval '30 minutes' end
         from (select n, case when n % 10 < $4::int then $2::text else ($3::text[])[1 + n % cardinality($3::text[])] end as store,
                      case when n > $1 - 3000 and n % 2 = 0 then 'pending' when random() < 0.8 then 'completed' else 'cancelled' end as status,
                      1 + (power(random(), 2) * ($5::int - 1))::int as client, 100 + (random() * 20000)::int as cents, random() < 0.7 as named,
                      ('${first}'::text[])[1 + (power(random(), 2) * 29.9)::int % 30] as fn,
                      ('${last}'::text[])[1 + (power(random(), 2) * 24.9)::int % 25] || case when n % 40000 = 0 then ' Quaresma' else '' end as ln,
                      now() - ($1 - n) * (interval '730 days' / $1) as at
                 from generate_series(1, $1::int) n) made`,
      [orders, stores[0], stores.slice(1), tenths, buyers],
    );
    await run(
      'lines',
      `insert into order_item (store_id, order_id, id, position, product_id, name, quantity, unit_centavos, line_centavos, stocked, actions)
       select o.store_id, o.id, o.id || line, line, p.id, p.name, 1, part, part, false, p.actions
         from "order" o cross join generate_series(1, 2) line
         cross join lateral (
           select case when o.client % 3 > 0 then o.total_centavos when line = 1 then o.total_centavos - 50 else 50 end as part
         ) price
         join (select store_id, count(*)::int as products from product group by 1) shelf on shelf.store_id = o.store_id
         join (select store_id, id, name, actions, row_number() over (partition by store_id order by id) as r from product) p
           on p.store_id = o.store_id and p.r = 1 + (o.client * 7 + line) % shelf.products
        where line = 1 or o.client % 3 = 0`,
    );
    await run(
      'history',
      `insert into order_history (store_id, order_id, id, status, at)
       select store_id, id, 'h' || id, status, created_at from "order"`,
    );
    await run(
      'payments',
      `insert into payment (store_id, id, order_id, adapter, method, status, amount_centavos, idempotency_key, provider_id, flag, created_at)
       select store_id, 'p' || id, id, 'payments', 'pix',
              case status when 'completed' then 'approved' when 'pending' then 'pending' else 'expired' end,
              total_centavos, id, id, case when right(id, 6) = '111110' then 'dispute' end, created_at from "order"`,
    );
    await run(
      'deliveries',
      `insert into delivery (store_id, id, order_id, item_id, action_index, phase, target, action_type, args, label, player, discord_id,
                             client, state, attempts, code, created_at, finished_at)
       select store_id, 'd' || id, id, id || 1, 0, 'confirmation', 'fivem', 'add_money', '{"amount":1000}', 'Produto', client, discord_id,
              client, case when right(id, 5) = '11110' then 'failed' else 'succeeded' end, 1, 'ok', completed_at,
              completed_at + make_interval(secs => power(random(), 6) * 90000)
         from "order" where status = 'completed'`,
    );
    await run(
      'failures',
      `insert into delivery_history (store_id, delivery_id, id, state, attempt, code, at)
       select store_id, id, 'f' || id, 'failed', 1, 'player_not_found', created_at from delivery where right(id, 2) = '10'`,
    );
    await run(
      'refunds',
      `insert into refund (store_id, id, payment_id, amount_centavos, status, reason, idempotency_key, finished_at)
       select store_id, 'r' || id, id, 1 + amount_centavos / 3, 'approved', 'owner', id, created_at + interval '2 days' from payment
        where status = 'approved' and right(id, 2) = '20'`,
    );
    await run(
      'marks',
      `update "order" set kind = case when right(id, 4) = '5550' then 'manual' else kind end,
              refunded_centavos = case when status = 'completed' and right(id, 2) = '20' then 1 + total_centavos / 3 else 0 end
        where right(id, 4) = '5550' or right(id, 2) = '20'`,
    );
    await run(
      'tags',
      `insert into order_tag (store_id, order_id, tag)
       select store_id, id, 'frequente' from "order" where right(id, 1) = '1'
       union all select store_id, id, 'rara' from "order" where right(id, 4) = '1111'`,
    );
    for (const { definition } of indexes) await client.query(definition);
    log(`${indexes.length} indexes made`);
    await run(
      'counters',
      `insert into order_count (store_id, completed, cancelled)
       select store_id, count(*) filter (where status = 'completed'), count(*) filter (where status = 'cancelled') from "order" group by 1`,
    );
    await client.query(
      `insert into sales_day (store_id, day, orders, centavos)
       select store_id, (completed_at at time zone 'America/Sao_Paulo')::date, count(*), sum(total_centavos)
         from "order" where status = 'completed' group by 1, 2`,
    );
    await client.query(
      `update product p set sold = s.units
         from (select i.store_id, i.product_id, sum(i.quantity)::int as units from order_item i
                 join "order" o on o.store_id = i.store_id and o.id = i.order_id
                where o.status = 'completed' group by 1, 2) s
        where p.store_id = s.store_id and p.id = s.product_id`,
    );
    await run('vacuum', 'vacuum analyze');
    const { rows } = await client.query<BigStore>(
      `select number, client, discord_id as "discordId", email, 'Quaresma' as "rareName",
              (select id from "order" where store_id = $1 order by created_at limit 1 offset $2::int / 10) as "deepCursor"
         from "order" where store_id = $1 and email is not null order by created_at limit 1 offset $2::int / 10`,
      [stores[0], orders],
    );
    return rows[0] as BigStore;
  } finally {
    // its settings end with it
    client.release(true);
  }
}
