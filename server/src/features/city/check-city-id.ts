import { limits } from '@vitrine/contract/limits';
import type { CityCheckAnswer } from '@vitrine/contract/orders';
import type { StoreSettings } from '@vitrine/contract/stores';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { notify } from '../../db/notify.ts';
import type { StoreId } from '../../http/store.ts';
import { type CityAnswer, isFresh } from './city-check.ts';
import type { GameWake } from './game-wake.ts';

interface Known extends Partial<CityAnswer> {
  name: string | null;
  policy: StoreSettings['cityCheck'] | null;
  /** The connected server understands questions about city ids. */
  tells: boolean;
  online: boolean;
}

/** One read: what is known of the id, and whether a server can be asked. */
async function read(db: Db, store: StoreId, cityId: number): Promise<Known> {
  const { rows } = await sql<Known>`
    select c.result, c.name, extract(epoch from now() - c.answered_at)::float8 as seconds,
           s.settings->>'cityCheck' as policy, coalesce(g.tells, false) as tells, coalesce(g.online, false) as online
      from store s
      left join city_check c on c.store_id = s.id and c.city_id = ${cityId} and c.result is not null
      left join lateral (
        select capabilities->'who' is not null as tells,
               last_seen_at > now() - make_interval(secs => ${limits.gameOfflineSeconds}) as online
          from game_server where store_id = s.id and id = (
            select server_id from game_seat where store_id = s.id and id = s.id)) g on true
     where s.id = ${store}`.execute(db);
  const known = rows[0];
  if (!known) throw new Error('the store of the request is gone');
  return known;
}

/**
 * Leaves the question for the store's game server. A question that is already open stays. Answers false when the city
 * is asked too much; that also bounds how many names anybody could collect from many addresses.
 */
async function ask(db: Db, store: StoreId, cityId: number): Promise<boolean> {
  const { rows } = await sql`
    insert into city_check as c (store_id, city_id, asked_at)
    select ${store}, ${cityId}::int, now()
      from (select count(*) as different,
                   count(*) filter (where asked_at > now() - make_interval(secs => ${limits.cityCheckOpenSeconds})) as open
              from city_check
             where store_id = ${store} and opened_at > now() - interval '1 minute' and city_id <> ${cityId}::int) busy
     where busy.open < ${limits.cityCheckQueue} and busy.different < ${limits.cityChecksPerMinute}
    on conflict (store_id, city_id) do update
       set (asked_at, sent_at, opened_at) = (
         select case when open then c.asked_at else now() end, case when open then c.sent_at end,
                case when open then c.opened_at else now() end
           from (select coalesce(c.asked_at > now() - make_interval(secs => ${limits.cityCheckOpenSeconds}), false) as open) o)
    returning city_id`.execute(db);
  if (rows.length > 0) await notify(db, 'deliveries', store);
  return rows.length > 0;
}

const answerOf = (known: Known, result: CityCheckAnswer['result']): CityCheckAnswer => ({
  success: true,
  result,
  name: result === 'found' ? known.name : null,
  required: known.policy === 'require',
});

function freshOf({ result, seconds }: Known): CityAnswer['result'] | undefined {
  return result && seconds !== undefined && isFresh({ result, seconds }) ? result : undefined;
}

/**
 * Who is behind a city id: what the city said lately, else its answer within `limits.cityCheckWaitMs`, else `unknown`.
 * The question stays open a little longer than a caller waits, so that the answer of a slow city serves the next call.
 * Deliveries are neither delayed nor locked by it.
 */
export async function checkCityId(db: Db, answers: GameWake, store: StoreId, cityId: number): Promise<CityCheckAnswer> {
  const deadline = performance.now() + limits.cityCheckWaitMs;
  let known = await read(db, store, cityId);
  let result = freshOf(known);
  if (result) return answerOf(known, result);
  if (!known.tells) return answerOf(known, known.policy === 'require' ? 'unknown' : 'none');
  if (!known.online) return answerOf(known, 'unknown');
  // We watch before we ask, so that no answer is missed.
  const watch = answers.watch(`${store}:${cityId}`);
  try {
    if (!(await ask(db, store, cityId))) return answerOf(known, 'unknown');
    for (;;) {
      const left = deadline - performance.now();
      if (left <= 0 || watch.crowded || answers.released) return answerOf(known, 'unknown');
      await watch.next(left);
      known = await read(db, store, cityId);
      result = freshOf(known);
      if (result) return answerOf(known, result);
    }
  } finally {
    watch.end();
  }
}
