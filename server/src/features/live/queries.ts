import type { Role } from '@vitrine/contract/stores';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { presentRole } from '../../http/held-role.ts';
import { sessionOpen } from '../../http/session.ts';
import type { StoreId } from '../../http/store.ts';
import { serverAnswer } from '../stores/watched/server-answer.ts';

/** Orders count as new for this long, in seconds. An order may become visible some time after its own date. */
const NEW_SECONDS = 20;
/** Sales count as just paid for this long, in seconds. */
const PAID_SECONDS = 60;
/** One look finds at most this many new orders of a store. That is more than `news.ts` names, so then it names none. */
const MOST_NEW = 101;

/** What one look finds of a store. The marks say only whether something changed since the look before. */
export interface Look {
  store_id: string;
  /** Orders of the last seconds. */
  placed: string[];
  /** Of the orders that were asked for, the sales that were just paid. */
  paid: string[];
  /** A mark for each kind of alert that stands. */
  alerts: Readonly<Record<string, string>>;
  /** Mark of the payment account and its token. */
  account: string;
  /** Mark of game servers, scripts that wait, and Discord servers. */
  servers: string;
  /** Mark of the spreadsheets that people asked for. */
  files: string;
  /** Mark of the requests that wait for a second person. */
  approvals: string;
  visits: number;
}

/** Looks at these stores in one statement. `moved`: orders of which something changed. */
export async function lookAtStores(
  db: Db,
  stores: readonly StoreId[],
  moved: readonly { store: StoreId; order: string }[],
): Promise<Look[]> {
  const answer = serverAnswer(sql`g.last_seen_at`, sql`s.id`, sql`g.framework`);
  const { rows } = await sql<Look>`
    with moved as (
      select * from unnest(${moved.map(({ store }) => store as string)}::text[], ${moved.map(({ order }) => order)}::text[])
        as m(store_id, order_id)
    )
    select s.id as store_id,
           array(select o.id from "order" o
                  where o.store_id = s.id and o.created_at > now() - make_interval(secs => ${NEW_SECONDS})
                  order by o.created_at desc, o.id desc limit ${MOST_NEW}) as placed,
           array(select o.id from moved m join "order" o on o.store_id = m.store_id and o.id = m.order_id
                  where m.store_id = s.id and o.status = 'completed' and o.kind = 'sale'
                    and o.completed_at > now() - make_interval(secs => ${PAID_SECONDS})) as paid,
           coalesce((select json_object_agg(k.kind, k.mark)
              from (select a.kind, string_agg(a.id || ' ' || a.version, ',' order by a.id) as mark
                      from alert a where a.store_id = s.id and a.phase in ('open', 'calm') group by a.kind) k), '{}') as alerts,
           concat_ws('|', (select problem from store_credential c where c.store_id = s.id),
                     (select max(position) from payment_account_change c where c.store_id = s.id)) as account,
           concat_ws('|',
             (select string_agg(concat_ws(' ', p.id, p.name, g.boot_id, ${answer},
                               (select r.problem from game_rcon r where r.store_id = p.store_id and r.seat_id = p.id)), ',' order by p.id)
                from game_seat p left join game_server g on g.store_id = p.store_id and g.id = p.server_id
               where p.store_id = s.id and p.ended_at is null),
             (select string_agg(c.id || ' ' || c.state, ',' order by c.id)
                from game_claim c where c.store_id = s.id and c.state in ('waiting', 'refused')),
             (select string_agg(concat_ws(' ', d.guild_id, d.problem), ',' order by d.guild_id)
                from discord_guild d where d.store_id = s.id)) as servers,
           coalesce((select string_agg(f.id || ' ' || f.state, ',' order by f.id)
              from list_file f where f.store_id = s.id), '') as files,
           coalesce((select string_agg(w.id, ',' order by w.id)
              from approval w where w.store_id = s.id and w.state = 'waiting'), '') as approvals,
           coalesce((select v.visits from store_visit v
                      where v.store_id = s.id and v.day = (now() at time zone s.time_zone)::date), 0)::int as visits
      from store s where s.id = any(${[...stores]}::text[])`.execute(db);
  return rows;
}

/** The roles that these sessions have in these stores now: null for a session that ended or a member that was removed. */
export async function rolesNow(
  db: Db,
  panels: readonly { sessionId: string; store: StoreId }[],
): Promise<(Role | null)[]> {
  const { rows } = await sql<{ n: number; role: Role }>`
    select w.n::int as n, ${presentRole('m')} as role
      from unnest(${panels.map(({ sessionId }) => sessionId)}::text[], ${panels.map(({ store }) => store as string)}::text[])
             with ordinality as w(session_id, store_id, n)
      join session on session.id = w.session_id
      join account on account.id = session.account_id
      join member m on m.store_id = w.store_id and m.account_id = account.id
      join store s on s.id = m.store_id and s.deleted_at is null
     where ${sessionOpen}`.execute(db);
  const roles = new Map(rows.map(({ n, role }) => [n, role]));
  return panels.map((_, index) => roles.get(index + 1) ?? null);
}
