import { alertKindNames } from '@vitrine/contract/alert-kinds';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { transaction } from '../../db/transaction.ts';
import { AGAIN_SECONDS, type AlertNews, type AlertPhase, type AlertState, lookAt } from './alert.ts';
import { causes } from './causes.ts';

/** Alerts that one statement writes. */
const BATCH = 500;
/** Most things that one alert counts: a number with six digits says enough. */
const MOST_THINGS = 100_000;

/** An alert that may move now: its cause as it is, and what is stored of it. */
interface Look {
  store_id: string;
  kind: string;
  subject: string;
  things: number | null;
  settle: number;
  fresh: boolean;
  gone: boolean;
  again: number;
  now: number;
  id: string | null;
  version: number;
  phase: AlertPhase;
  since: number;
  begun_at: number;
  looked_at: number;
  told_at: number | null;
  repeats: number;
}

interface Step {
  look: Look;
  after: AlertState | null;
  news?: AlertNews;
}

/** An instant in SQL as ms since 1970. */
const ms = (column: string) => sql`(extract(epoch from ${sql.raw(column)}) * 1000)::float8`;

/**
 * Looks at all causes of all stores, and moves the alerts that change (`lookAt`). News are written with the move, in one
 * statement. Processes may do this at once: `version` and the index of live alerts let one of them write.
 */
export async function watchAlerts(db: Db): Promise<void> {
  const { rows } = await sql<Look>`
    with cause as (
      select c.* from (${causes}) c join store s on s.id = c.store_id and s.deleted_at is null),
    live as (select * from alert where phase <> 'well' and kind = any(${alertKindNames}::text[]))
    select coalesce(a.store_id, c.store_id) as store_id, coalesce(a.kind, c.kind) as kind,
           coalesce(a.subject, c.subject) as subject,
           case when c.store_id is not null then least(c.things, ${MOST_THINGS})::int end as things,
           coalesce(c.settle, 0)::int as settle, coalesce(c.newest > a.told_at, false) as fresh,
           a.id is not null and (
             exists (select from store s where s.id = a.store_id and s.deleted_at is not null)
             or a.subject <> '' and not exists (select from game_seat p
               where p.store_id = a.store_id and p.id = a.subject and p.ended_at is null)
               and not exists (select from discord_guild g where g.store_id = a.store_id and g.guild_id = a.subject)) as gone,
           case when a.id is null then (select count(*)::int from alert w
              where w.store_id = c.store_id and w.phase = 'well' and w.since > now() - interval '1 day'
                and w.kind = c.kind and w.subject = c.subject) else 0 end as again,
           ${ms('now()')} as now, a.id, coalesce(a.version, 0) as version, a.phase, ${ms('a.since')} as since,
           ${ms('a.begun_at')} as begun_at, ${ms('a.looked_at')} as looked_at, ${ms('a.told_at')} as told_at, a.repeats
      from cause c full join live a on a.store_id = c.store_id and a.kind = c.kind and a.subject = c.subject
     where a.id is null or c.store_id is null or a.phase in ('suspected', 'calm')
        or c.newest > a.told_at and a.told_at <= now() - make_interval(secs => ${AGAIN_SECONDS})
        or least(c.things, ${MOST_THINGS}) <> a.things`.execute(db);
  const steps = rows.map(stepOf);
  for (let at = 0; at < steps.length; at += BATCH) await writeSteps(db, steps.slice(at, at + BATCH));
}

function stepOf(look: Look): Step {
  const { phase, since, repeats } = look;
  const before: AlertState | null = look.id
    ? { phase, since, begunAt: look.begun_at, lookedAt: look.looked_at, toldAt: look.told_at, repeats }
    : null;
  const sighting = {
    there: look.things !== null,
    fresh: look.fresh,
    gone: look.gone,
    settleMs: look.settle * 1000,
    repeats: look.again,
  };
  return { look, ...lookAt(before, sighting, look.now) };
}

async function writeSteps(db: Db, steps: readonly Step[]): Promise<void> {
  const kept = steps.flatMap(({ look, after, news }) =>
    after
      ? [
          {
            store_id: look.store_id,
            id: look.id ?? newId(),
            kind: look.kind,
            subject: look.subject,
            version: look.version,
            // The last number stays when the cause is gone.
            things: look.things,
            phase: after.phase,
            since: after.since,
            begun_at: after.begunAt,
            looked_at: after.lookedAt,
            told_at: after.toldAt,
            repeats: after.repeats,
            news: news ?? null,
            news_id: newId(),
          },
        ]
      : [],
  );
  const dropped = steps.flatMap(({ look: { store_id, id, version }, after }) =>
    after ? [] : [{ store_id, id, version }],
  );
  await transaction(db, async (tx) => {
    await sql`
      with step as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as n(
          store_id text, id text, kind text, subject text, version int, things int, phase text, since float8,
          begun_at float8, looked_at float8, told_at float8, repeats int, news text, news_id text)
      ), made as (
        insert into alert (store_id, id, kind, subject, phase, since, begun_at, looked_at, told_at, repeats, things)
        select store_id, id, kind, subject, phase, to_timestamp(since / 1000), to_timestamp(begun_at / 1000),
               to_timestamp(looked_at / 1000), to_timestamp(told_at / 1000), repeats, things
          from step where version = 0
        on conflict do nothing returning store_id, id, things
      ), moved as (
        update alert a set phase = n.phase, since = to_timestamp(n.since / 1000), begun_at = to_timestamp(n.begun_at / 1000),
               looked_at = to_timestamp(n.looked_at / 1000), told_at = to_timestamp(n.told_at / 1000),
               things = coalesce(n.things, a.things), version = a.version + 1
          from step n where a.store_id = n.store_id and a.id = n.id and a.version = n.version
        returning a.store_id, a.id, a.things
      )
      insert into alert_news (store_id, id, alert_id, news, things, mail)
      select n.store_id, n.news_id, n.id, n.news, w.things, 'due'
        from step n join (select * from made union all select * from moved) w on w.store_id = n.store_id and w.id = n.id
       where n.news is not null`.execute(tx);
    if (dropped.length === 0) return;
    await sql`
      delete from alert a using jsonb_to_recordset(${JSON.stringify(dropped)}::jsonb) as n(store_id text, id text, version int)
       where a.store_id = n.store_id and a.id = n.id and a.version = n.version`.execute(tx);
  });
}
