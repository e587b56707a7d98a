import type { GamePerson } from '@vitrine/contract/game';
import { limits } from '@vitrine/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { notify } from '../../db/notify.ts';
import type { StoreId } from '../../http/store.ts';
import type { Sweep } from '../../jobs/sweep.ts';
import { maskName } from '../../mask-name.ts';

/** A question without an answer is sent again after this long, because the answer may be lost. */
const RESEND_SECONDS = 4;
/** A city id has at most ten digits; `limits.cityIdMax` bounds it further. */
const CITY_ID = /^[1-9]\d{0,9}$/;

/** True in SQL where a question is open and no answer is on its way. */
export function isAsked(store: StoreId): RawBuilder<boolean> {
  return sql<boolean>`(store_id = ${store} and opened_at > now() - interval '1 minute'
    and asked_at > now() - make_interval(secs => ${limits.cityCheckOpenSeconds})
    and (sent_at is null or sent_at < now() - make_interval(secs => ${RESEND_SECONDS})))`;
}

/** The city ids to ask the game server about now, oldest question first. */
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
 * Stores what the city says of ids that were asked about, with masked names, and wakes whoever waits for it. An answer
 * without a question is ignored, so a city cannot fill the table.
 */
export async function storePeople(db: Db, store: StoreId, people: readonly GamePerson[]): Promise<void> {
  const answers = people.filter(({ city_id }) => CITY_ID.test(city_id) && Number(city_id) <= limits.cityIdMax);
  if (answers.length === 0) return;
  const names = answers.map(({ status, name }) => (status === 'found' && name ? maskName(name) : null));
  const { rows } = await sql<{ city_id: number }>`
    update city_check c set result = t.status, name = t.name, answered_at = now(), asked_at = null, sent_at = null
      from unnest(${answers.map(({ city_id }) => Number(city_id))}::int[], ${answers.map(({ status }) => status)}::text[],
                  ${names}::text[]) as t(id, status, name)
     where c.store_id = ${store} and c.city_id = t.id and c.asked_at is not null
    returning c.city_id`.execute(db);
  for (const { city_id } of rows) await notify(db, 'cities', `${store}:${city_id}`);
}

/** Forgets all answers: another city, or another base in it, has other people behind the same numbers. */
export async function forgetPeople(tx: Tx, store: StoreId): Promise<void> {
  await tx.deleteFrom('city_check').where('store_id', '=', store).execute();
}

/** Removes answers that nobody asked for in the last hour. */
export const peopleSweep: Sweep = {
  name: 'city.people',
  every: 60,
  async run({ db }) {
    await db.deleteFrom('city_check').where('opened_at', '<', sql<Date>`now() - interval '1 hour'`).execute();
  },
};
