import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';

/**
 * What a target saw in one place of a receiver: before the effect of a delivery, and after it. Places are explained in
 * place.ts; a Discord role (`role:123`), a vehicle (`vehicle:sultan`) and the whitelist are places of their own.
 */
export interface Standing {
  place: string;
  /** What the receiver had there before; empty for nothing, null if the target did not look. */
  prior: string | null;
  /** What the receiver has there now; empty for nothing. */
  stands: string;
  /** The Discord server; without one, the delivery's game server. */
  site?: string;
}

const PLACE = /^(?:whitelist|(?:level|gtype|group|vehicle):[^\p{Cc}]{1,80})$/u;
/** A name that a city may be told to give back. The script reported it, so it is checked like a name from an owner. */
const HELD = /^(?! )[\p{L}\p{M}\p{N}_\-.:| ]{0,64}(?<! )$/u;

/** The standing that a script's result carries; undefined if the script reports none, or nonsense. */
export function readStanding(detail: object | undefined): Standing | undefined {
  const { place, prior, stands } = (detail ?? {}) as Record<string, unknown>;
  if (typeof place !== 'string' || typeof prior !== 'string' || typeof stands !== 'string') return undefined;
  if (!PLACE.test(place) || !HELD.test(prior) || !HELD.test(stands)) return undefined;
  return { place, prior, stands };
}

/**
 * An attempt that ended with one of these codes changed nothing, so a later one still sees what was there before the purchase. After any
 * other end the effect may have happened unseen.
 */
const UNTOUCHED = [
  'player_offline',
  'held_back',
  'player_mismatch',
  'player_not_found',
  'plate_taken',
  'framework_missing',
  'script_outdated',
  'answer_lost',
  'resend',
  'corrected',
  'cause_gone',
  'not_a_member',
  'bot_missing',
  'missing_permissions',
  'unknown_role',
  'discord_not_bound',
  'discord_rate_limited',
  'discord_stopped',
  'plan_without_discord',
];

/**
 * Remembers what a delivery found and left. What it found is the receiver's own only if Vitrine had not left it there:
 *
 * - first purchase: nothing was there, so `prior` is empty
 * - second purchase in the same place: finds what the first left, so `prior` stays empty
 * - somebody gave a group by hand in between: it is the receiver's own, so it becomes `prior`
 *
 * A delivery whose earlier attempt may have had its effect says nothing about the time before.
 */
export async function rememberStanding(tx: Tx, store: StoreId, delivery: string, standing: Standing): Promise<void> {
  const { place, prior, stands, site } = standing;
  await sql`
    with seen as (
      select d.store_id, d.id, d.target, d.subject, coalesce(${site ?? null}::text, d.seat_id, d.store_id) as site,
             d.player as holder,
             d.phase = 'confirmation' and not exists (
               select from delivery_history h
                where h.store_id = d.store_id and h.delivery_id = d.id and h.attempt > 0
                  and h.state in ('queued', 'failed', 'uncertain') and h.code <> all(${UNTOUCHED}::text[])) as first
        from delivery d where d.store_id = ${store} and d.id = ${delivery}
    ), known as (
      update right_place p
         set prior = case when seen.first and ${prior}::text is not null and p.stands <> ${prior}::text then ${prior}::text else p.prior end,
             stands = ${stands}::text, updated_at = now()
        from seen
       where p.store_id = seen.store_id and p.target = seen.target and p.site = seen.site and p.holder = seen.holder
         and p.place = ${place}
      returning p.place
    )
    insert into right_place (store_id, target, site, holder, place, prior, stands)
    select s.store_id, s.target, s.site, s.holder, ${place}::text,
           -- A script of before gave it and did not tell: then it is no prior, but an earlier purchase.
           case when ${prior}::text <> '' and exists (
             select from delivery c
              where c.store_id = s.store_id and c.target = s.target and c.player = s.holder and c.id <> s.id
                and c.phase = 'confirmation' and c.state in ('succeeded', 'uncertain')
                and c.subject = case when strpos(s.subject, ':') = 0 then s.subject
                                     else split_part(s.subject, ':', 1) || ':' || ${prior}::text end) then '' else ${prior}::text end,
           ${stands}::text
      from seen s where s.first and ${prior}::text is not null and not exists (select from known)`.execute(tx);
}

/**
 * What each receiver had in each place of a site without having bought it (the prior), by holder and place. Places with
 * nothing are left out.
 */
export async function priorsOfEach(
  tx: Tx,
  store: StoreId,
  { target, site, holders }: { target: string; site: string; holders: readonly string[] },
): Promise<Map<string, Map<string, string>>> {
  const { rows } = await sql<{ holder: string; place: string; prior: string }>`
    select holder, place, prior from right_place
     where store_id = ${store} and target = ${target} and site = ${site} and holder = any(${[...holders]}::text[])
       and prior <> ''`.execute(tx);
  const byHolder = Map.groupBy(rows, ({ holder }) => holder);
  return new Map(
    [...byHolder].map(([holder, its]) => [holder, new Map(its.map(({ place, prior }) => [place, prior]))]),
  );
}

/** The same for one receiver, by place. */
export async function priorsOf(
  tx: Tx,
  store: StoreId,
  { holder, ...where }: { target: string; site: string; holder: string },
): Promise<Map<string, string>> {
  return (await priorsOfEach(tx, store, { ...where, holders: [holder] })).get(holder) ?? new Map();
}
