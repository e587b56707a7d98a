import type pg from 'pg';

/** What a store has beside its orders, so that each list of its panel is long. */
export interface PanelSize {
  store: string;
  owner: string;
  /** A category, a product and a coupon of the store, of which the others are copies. */
  category: string;
  product: string;
  coupon: string;
  products: number;
  /** Entries of the log of changes. */
  changes: number;
}

const CATEGORIES = 100;
const COUPONS = 1_000;
const VARIABLES = 300;
const PEOPLE = 50;
const LOGINS = 20_000;

/** Runs statements of any length, without foreign keys and triggers. */
async function without(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set session_replication_role = replica');
    await work(client);
  } finally {
    // Closes this connection, and its settings end with it.
    client.release(true);
  }
}

/** Fills the catalogue, before the orders name its products. */
export const fillCatalogue = (pool: pg.Pool, size: PanelSize) => without(pool, (client) => makeCatalogue(client, size));
/** Fills the logs, the team, rights, notes and resends, after the orders. */
export const fillLogs = (pool: pg.Pool, size: PanelSize) => without(pool, (client) => makeLogs(client, size));

async function makeCatalogue(client: pg.PoolClient, { store, category, product, coupon, products }: PanelSize) {
  await client.query(
    `insert into category
     select (jsonb_populate_record(c, jsonb_build_object('id', 'c' || lpad(n::text, 6, '0'), 'name', 'Categoria ' || n, 'position', n))).*
       from category c, generate_series(1, $3::int) n where c.store_id = $1 and c.id = $2`,
    [store, category, CATEGORIES],
  );
  await client.query(
    `insert into product
     select (jsonb_populate_record(p, jsonb_build_object(
              'id', 'p' || lpad(n::text, 6, '0'), 'category_id', 'c' || lpad((1 + n % $4::int)::text, 6, '0'), 'position', n,
              'name', ('{VIP,Carro,Moto,Casa,Arma,Kit,Caixa,Moedas}'::text[])[1 + n % 8] || ' ' || ('{Ouro,Prata,Bronze,Noturno,Azul}'::text[])[1 + n % 5] || ' ' || n,
              'featured', n % 50 = 0, 'price_centavos', 500 + n, 'stock', case when n % 4 = 0 then n % 30 end,
              'low_stock', case when n % 8 = 0 then 5 end, 'visibility', case when n % 20 = 1 then 'hidden' when n % 20 = 2 then 'draft' else 'shown' end,
              'archived_at', case when n % 20 = 3 then now() end, 'description', repeat('Vantagens na cidade. ', 10)))).*
       from product p, generate_series(1, $3::int) n where p.store_id = $1 and p.id = $2`,
    [store, product, products, CATEGORIES],
  );
  await client.query(
    `insert into discount
     select (jsonb_populate_record(d, jsonb_build_object('id', 'k' || lpad(n::text, 6, '0'), 'code', 'CUPOM' || n,
              'product_ids', (select jsonb_agg('p' || lpad(m::text, 6, '0')) from generate_series(1 + n % 50, 20 + n % 50) m)))).*
       from discount d, generate_series(1, $3::int) n where d.store_id = $1 and d.id = $2`,
    [store, coupon, COUPONS],
  );
  await client.query(
    `insert into variable (store_id, id, kind, name, value)
     select $1, 'v' || lpad(n::text, 6, '0'), 'constant', 'valor_' || n, n::text from generate_series(1, $2::int) n`,
    [store, VARIABLES],
  );
}

async function makeLogs(
  client: pg.PoolClient,
  { store, owner, changes }: Pick<PanelSize, 'store' | 'owner' | 'changes'>,
) {
  await client.query(
    `insert into account (id, name, email)
     select 'a' || lpad(n::text, 6, '0'), 'Pessoa ' || n, 'pessoa' || n || '@exemplo.com.br' from generate_series(1, $1::int) n`,
    [PEOPLE],
  );
  await client.query(
    `insert into member (store_id, account_id, role) select $1, 'a' || lpad(n::text, 6, '0'), 'attendant' from generate_series(1, $2::int) n`,
    [store, PEOPLE],
  );
  await client.query(
    `insert into audit_entry (store_id, id, account_id, actor, action, text, before, after, at, object_id)
     select $1, 'e' || lpad(n::text, 9, '0'), case when n % 100 = 0 then 'a000001' when n % 3 = 0 then 'a000002' else $2 end, 'Pessoa',
            (case when n % 1000 = 0 then '{member,plan,buyer,window}'::text[] else '{product,order,discount,delivery,category,store,server,variable}'::text[] end)[1 + n / 1000 % 4]
              || '.edit',
            'Mudou o produto', '{"price":"R$ 10,00"}', '{"price":"R$ 20,00"}', now() - ($3::int - n) * (interval '730 days' / $3::int),
            'p' || lpad((n % 5000)::text, 6, '0')
       from generate_series(1, $3::int) n`,
    [store, owner, changes],
  );
  await client.query(
    `insert into security_event (id, account_id, store_id, kind, device, network, at)
     select 's' || lpad(n::text, 9, '0'), case when n % 2 = 0 then $1 else 'a000001' end, case when n % 4 = 0 then $2 end,
            'login', 'Chrome no Windows', '203.0.113.x', now() - ($3::int - n) * (interval '90 days' / $3::int)
       from generate_series(1, $3::int) n`,
    [owner, store, LOGINS],
  );
  await client.query(
    `insert into order_remark (store_id, id, order_id, text, actor)
     select store_id, 'n' || id, id, 'ligou para a loja', 'Pessoa' from "order" where store_id = $1 and right(id, 2) = '07'`,
    [store],
  );
  await client.query(
    `insert into customer_right (store_id, id, target, holder, subject, ends_at, created_at)
     select store_id, 'h' || client, 'fivem', client::text, 'group:vip', now() + interval '20 days', max(created_at)
       from "order" where store_id = $1 and status = 'completed' group by store_id, client`,
    [store],
  );
  await client.query(
    `insert into right_source (store_id, right_id, order_id, item_id, days, ends_at)
     select store_id, 'h' || client, id, id || 1, 30, completed_at + interval '30 days'
       from "order" where store_id = $1 and status = 'completed'`,
    [store],
  );
  await client.query(
    `insert into resend_job (store_id, id, state, filter, as_of, reason, account_id, actor, total, resent, finished_at)
     select $1, 'w' || lpad(n::text, 6, '0'), 'done', '{}', now(), 'wipe', $2, 'Pessoa', 100, 100, now() from generate_series(1, 300) n`,
    [store, owner],
  );
  await client.query(
    `insert into list_file (store_id, id, account_id, kind, filter, state, rows, parts, finished_at, kept_until)
     select $1, 'x' || lpad(n::text, 6, '0'), $2, 'orders', '{}', 'ready', 10, 1, now(), now() + interval '1 day' from generate_series(1, 50) n`,
    [store, owner],
  );
  // Of a thousand deliveries two are on their way. One is scheduled, one is uncertain and one is cancelled.
  await client.query(
    `update delivery set state = case right(id, 3) when '020' then 'queued' when '030' then 'sent' when '050' then 'uncertain' when '060' then 'cancelled' else 'scheduled' end,
            finished_at = case when right(id, 3) = '060' then finished_at end
      where store_id = $1 and right(id, 3) in ('020', '030', '040', '050', '060')`,
    [store],
  );
  await client.query(
    `update "order" set players = array['citizen_id:CID' || client] where store_id = $1 and right(id, 2) = '33'`,
    [store],
  );
  await client.query('vacuum analyze');
}
