import { limits } from '@vitrine/contract/limits';
import { type RawBuilder, sql } from 'kysely';

/**
 * Seconds of a watch until the signs of life of its game servers are fresh: the processes learn of the watch within 3 s, a
 * calm city asks within 12 s, and what was heard is written within 3 s.
 */
const FRESH_SECONDS = 30;

/**
 * Whether a game server answers, in SQL. `seen` is its sign of life, `store` the store's id, `base` what it runs. While
 * somebody watches the store, signs of life are written often, and some seconds without one mean `silent`. Otherwise they are
 * written rarely, so `silent` takes longer. Over RCON a server speaks only once a minute, when it is asked.
 */
export const serverAnswer = (seen: RawBuilder<unknown>, store: RawBuilder<unknown>, base: RawBuilder<unknown>) => sql<
  'never' | 'answers' | 'silent' | 'away'
>`case when ${seen} is null then 'never'
       when ${seen} <= now() - make_interval(secs => ${sql.lit(limits.gameOfflineSeconds)}) then 'away'
       when ${seen} <= now() - make_interval(secs => ${sql.lit(limits.gameSurelySilentSeconds)}) then 'silent'
       when ${seen} <= now() - make_interval(secs => ${sql.lit(limits.gameSilentSeconds)})
        and ${base} is distinct from 'rcon'
        and exists (select from watched_store w where w.store_id = ${store} and w.until > now()
                       and w.since <= now() - make_interval(secs => ${sql.lit(FRESH_SECONDS)})) then 'silent'
       else 'answers' end`;

/** For how many seconds the server said nothing, in SQL; null if it never connected. */
export const silentSeconds = (seen: RawBuilder<unknown>) =>
  sql<number | null>`floor(extract(epoch from now() - ${seen}))::int`;
