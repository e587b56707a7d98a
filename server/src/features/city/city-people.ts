import type { GamePerson } from '@vitrine/contract/game';
import { limits } from '@vitrine/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { notify } from '../../db/notify.ts';
import type { StoreId } from '../../http/store.ts';
import type { Sweep } from '../../jobs/sweep.ts';
import { maskName } from './city-check.ts';

/** An answer that was lost on the way is asked for once more after this, while somebody may still wait. */
const RESEND_SECONDS = 4;
/** The largest of a column of whole numbers: an id beyond it was never asked about. */
const CITY_ID = /^[1-9]\d{0,9}$/;

/** True in SQL where somebody waits for the city's word and no answer is on its way. */
export function isAsked(store: StoreId): RawBuilder<boolean> {
  return sql<boolean>`(store_id = ${store} and opened_at > now() - interval '1 minute'
    and asked_at > now() - make_interval(secs => ${limits.cityCheckOpenSeconds})
    and (sent_at is null or sent_at < now() - make_interval(secs => ${RESEND_SECONDS})))`;
}

/** City ids that the game server is to be asked about now, oldest question first. */
export async function takeQuestions(db: Db, store: StoreId): Promise<string[]> {
  const { rows } = await sql<{ city_id: string }>`
    update city_check set sent_at = now()
     where store_id = ${store} and city_id in (
       select city_id from city_check where ${isAsked(store)}
        order by asked_at limit ${limits.gameWhoMax} for update skip locked)
    returning city_id::text`.execute(db);
  return rows.map(({ city_id }) => city_id);
}

/**
 * Keeps what the city says of ids that were asked about, names only masked, and wakes who waits for it. What nobody
 * asked for is ignored: a city cannot fill the table.
 */
export async function storePeople(db: Db, store: StoreId, people: readonly GamePerson[]): Promise<void> {
  const told = people.filter(({ city_id }) => CITY_ID.test(city_id) && Number(city_id) <= limits.cityIdMax);
  if (told.length === 0) return;
  const names = told.map(({ status, name }) => (status === 'found' && name ? maskName(name) : null));
  const { rows } = await sql<{ city_id: number }>`
    update city_check c set result = t.status, name = t.name, answered_at = now(), asked_at = null, sent_at = null
      from unnest(${told.map(({ city_id }) => Number(city_id))}::int[], ${told.map(({ status }) => status)}::text[],
                  ${names}::text[]) as t(id, status, name)
     where c.store_id = ${store} and c.city_id = t.id and c.asked_at is not null
    returning c.city_id`.execute(db);
  for (const { city_id } of rows) await notify(db, 'cities', `${store}:${city_id}`);
}

/** Another city, or another base in it, has other people behind the same numbers. */
export async function forgetPeople(tx: Tx, store: StoreId): Promise<void> {
  await sql`delete from city_check where store_id = ${store}`.execute(tx);
}

/** What nobody asked about for an hour is no longer of use. */
export const peopleSweep: Sweep = {
  name: 'city.people',
  every: 60,
  async run({ db }) {
    await sql`delete from city_check where opened_at < now() - interval '1 hour'`.execute(db);
  },
};
