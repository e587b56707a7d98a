import type { ResendFilter } from '@vitrine/contract/resends';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../../db/transaction.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type MadeStore, makeStore } from '../../../test/make.ts';
import { countGoods } from './all-goods.ts';
import { chosenGoods } from './goods.ts';
import { planResend } from './plan-resend.ts';

/**
 * The look before a resend judges all goods in one statement, and the job judges each by itself. Both must come to the same
 * result. Here are goods of every kind (the remainders of their number choose the kind) in two stores that have the same ids.
 */
const ORDERS = 1_200;

let app: TestApp;
let store: MadeStore;

async function fill({ id }: MadeStore, guild: string): Promise<void> {
  await transaction(app.db, async (tx) => {
    // Without triggers and keys: some of these orders could not be placed.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`
      insert into "order" (store_id, id, reference, number, status, kind, client, discord_id, customer_name, payment_method,
                           subtotal_centavos, total_centavos, expires_at, completed_at)
      select ${id}, 'o' || n, ${id} || n, n, case when n % 17 = 3 then 'cancelled' else 'completed' end,
             case when n = 40 or n % 17 = 3 and n % 5 = 0 then 'rehearsal' when n % 11 = 4 then 'manual' else 'sale' end, 1 + n % 90, '',
             case when n % 3 = 0 then 'Ana Lima' else 'Bia Souza' end, 'pix', 100, 100, now(), now()
        from generate_series(1, ${sql.lit(ORDERS)}) n`.execute(tx);
    await sql`
      insert into order_item (store_id, order_id, id, position, product_id, name, quantity, returned, revoked_at, unit_centavos, line_centavos,
                              stocked, actions)
      select store_id, id, id || i, i, 'p' || client % 7, 'VIP', 2, case when number % 13 = i then 2 when number % 13 = 5 then 1 else 0 end,
             case when number % 23 = i then now() end, 100, 100, false, '[]'
        from "order" cross join generate_series(1, 2) i where store_id = ${id}`.execute(tx);
    await sql`
      insert into game_seat (store_id, id, name, game, ended_at)
      values (${id}, 'fim', 'Encerrada', 'fivem', now()), (${id}, 'blocos', 'Blocos', 'minecraft', null)`.execute(tx);
    await sql`
      insert into discord_guild (store_id, main_of, guild_id, guild_name, bound_by) values (${id}, ${id}, ${guild}, 'Cidade', 'x')`.execute(
      tx,
    );
    await sql`
      insert into delivery (store_id, id, order_id, item_id, action_index, phase, target, action_type, args, label, subject, player, discord_id,
                            client, seat_id, state, code, finished_at)
      select o.store_id, i.id || a, o.id, i.id, a, 'confirmation', case when a = 2 then 'discord' else 'fivem' end,
             case when a = 2 then 'add_role' else 'add_group' end,
             case when a < 2 then '{}' when number % 4 = 0 then '{"server":null}'
                  when number % 4 < 3 then jsonb_build_object('server', 'g' || number % 4) else '{}' end::jsonb,
             'VIP', case when number % 2 = 0 then 'vip' || a end, o.client::text, '', o.client,
             case number % 6 when 1 then 'fim' when 2 then 'blocos' end,
             case when number % 9 = 1 then 'failed' when number % 9 = 2 then 'uncertain' when number % 9 = 3 then 'queued' else 'succeeded' end,
             case when number % 31 = 1 then 'server_missing' when number % 31 = 2 then 'invalid_args' end, now() - make_interval(days => number % 60)
        from "order" o join order_item i on i.store_id = o.store_id and i.order_id = o.id cross join generate_series(1, 2) a
       where o.store_id = ${id}`.execute(tx);
    await sql`
      insert into delivery (store_id, id, order_id, item_id, action_index, phase, target, action_type, args, label, subject, player, discord_id,
                            client, seat_id, state, finished_at, resend, resend_of)
      select d.store_id, d.id || '-' || r, order_id, item_id, action_index, phase, target, action_type, args, label, subject, player, discord_id,
             client, seat_id, (array['queued', 'succeeded', 'cancelled', 'failed', 'sent'])[1 + (client + r * 2) % 5], finished_at,
             case when client = 70 then r + 4 else r end, d.id
        from delivery d cross join generate_series(1, 3) r
       where d.store_id = ${id} and (client % 8) / 2 >= r and resend = 0`.execute(tx);
    await sql`
      insert into delivery (store_id, id, order_id, item_id, action_index, phase, target, action_type, args, label, player, discord_id,
                            client, state, due_at)
      select store_id, id || 'e', order_id, id, 9, 'expiration', 'fivem', 'remove_group', '{}', 'VIP', '17', '', 17,
             (array['scheduled', 'scheduled', 'cancelled', 'succeeded'])[1 + length(id) % 4],
             now() + make_interval(days => length(id) * 3 - 12)
        from order_item where store_id = ${id} and right(order_id, 1) in ('3', '7')`.execute(tx);
    await sql`
      insert into customer_right (store_id, id, target, holder, subject, ended_at)
      select ${id}, 'r' || n, 'fivem', n::text, 'vip' || 1 + n % 2, null from generate_series(1, 90) n`.execute(tx);
    await sql`
      insert into right_source (store_id, right_id, order_id, item_id, ends_at, ended_at)
      select store_id, 'r' || client, order_id, item_id, case when client % 3 = 0 then now() + make_interval(days => client - 40) end,
             case when client % 10 = 6 then now() end
        from delivery where store_id = ${id} and subject is not null and resend = 0 and action_index = 1`.execute(tx);
    await sql`set local session_replication_role = origin`.execute(tx);
  });
}

beforeAll(async () => {
  app = await createTestApp();
  store = await makeStore(app.db, app.deps.config.secret);
  await fill(store, 'g1');
  await fill(await makeStore(app.db, app.deps.config.secret), 'g2');
});
afterAll(() => app.close());

const asOf = sql<Date>`now()`;
const counted = (filter: ResendFilter, atMost = 20_000) => countGoods(store.id, filter, asOf, atMost).execute(app.db);

test('all at once and one by one say the same of goods of every kind', async () => {
  const filters: Omit<ResendFilter, 'states'>[] = [
    {},
    { search: 'ana' },
    { productId: 'p3' },
    { serverId: 'fim' },
    { serverId: store.id, search: 'bia' },
    { player: '41' },
    { from: new Date(Date.now() - 20 * 86_400_000).toISOString() },
    { toClient: 5 },
    { search: 'ninguém' },
  ];
  const seen = new Set<string | null>();
  for (const filter of filters) {
    for (const states of [['succeeded'], ['failed', 'uncertain'], ['succeeded', 'failed', 'uncertain']] as const) {
      const asked = { ...filter, states: [...states] };
      const { rows } = await counted(asked);
      const single = await sql<{
        target: string;
        action_type: string;
        state: string;
        exclusion: string | null;
        count: number;
      }>`
        select target, action_type, state, exclusion, count(*)::int as count from (${chosenGoods(store.id, asked, asOf)}) g
         group by 1, 2, 3, 4 order by count desc, target, action_type, state, exclusion`.execute(app.db);
      const groups = rows.flatMap(({ more: _, players: __, ...group }) => (group.count === null ? [] : [group]));
      expect(groups, JSON.stringify(asked)).toEqual(single.rows);
      const receivers = await sql<{ n: number }>`
        select count(distinct target || ' ' || player)::int as n from (${chosenGoods(store.id, asked, asOf)}) g
         where exclusion is null`.execute(app.db);
      expect(rows[0]).toMatchObject({ more: false, players: receivers.rows[0]?.n });
      for (const { exclusion } of single.rows) seen.add(exclusion);
    }
  }
  expect([...seen].sort()).toEqual(
    [
      'expired',
      'not_in_city',
      'refunded',
      'right_ended',
      'server_ended',
      'too_often',
      'under_way',
      'unknown_arrival',
      'unsafe',
      null,
    ].sort(),
  );
});

test('a filter that names one delivery more than may be looked at counts none of them', async () => {
  const filter: ResendFilter = { states: ['succeeded'], player: '41' };
  const named = await sql<{ n: number }>`
    select count(*)::int as n from delivery
     where store_id = ${store.id} and player = '41' and state = 'succeeded' and phase = 'confirmation'`.execute(app.db);
  const all = named.rows[0]?.n ?? 0;
  expect(all).toBeGreaterThan(10);
  expect((await counted(filter, all)).rows[0]).toMatchObject({ more: false });
  expect((await counted(filter, all - 1)).rows).toEqual([
    { more: true, players: 0, target: null, action_type: null, state: null, exclusion: null, count: null },
  ]);
});

test('where nothing is named, nothing is counted', async () => {
  expect(await planResend(app.db, store.id, { states: ['succeeded'], player: '999' }, new Date())).toEqual({
    total: 0,
    players: 0,
    resend: [],
    excluded: [],
    more: false,
  });
});
