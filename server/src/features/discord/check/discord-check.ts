import { limits } from '@vitrine/contract/limits';
import type { DiscordCheckAnswer } from '@vitrine/contract/orders';
import { RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { Secret } from '../../../db/seal.ts';
import type { Deps } from '../../../deps.ts';
import type { StoreId } from '../../../http/store.ts';
import { withinLimit } from '../../../http/throttle.ts';
import { DiscordError, type DiscordRest } from '../../../integrations/discord/rest.ts';
import type { Sweep } from '../../../jobs/sweep.ts';
import { planAllowsDiscord } from '../../plans/current-plan.ts';
import { holderHash } from '../../stores/network-holder.ts';
import { discordOf } from '../discord.ts';
import { takeTurn } from '../discord-turns.ts';

type Result = DiscordCheckAnswer['result'];
type Known = Extract<Result, 'member' | 'not_member' | 'missing'>;

/** The name under which an answer is kept: nobody can read the id from it, or compare two stores. */
export function personHash(secret: Secret, store: StoreId, discordId: string): Buffer {
  return holderHash(secret, store, `discord id ${discordId}`);
}

/** True where Discord cannot have given this id yet: an id holds its time, 22 bits above the rest, in ms since 2015. */
function isOfTheFuture(discordId: string): boolean {
  return (BigInt(discordId) >> 22n) + 1_420_070_400_000n > BigInt(Date.now());
}

/** True in SQL where the answer `c` still counts. */
const isFresh = sql<boolean>`c.checked_at > now() - make_interval(secs => case c.result when 'not_member'
  then ${sql.lit(limits.discordCheckAgainSeconds)} else ${sql.lit(limits.discordCheckKeepSeconds)} end)`;

/** The store's main Discord server, where the bot can be asked about it, and what Discord said lately of the person. */
async function read(db: Db, store: StoreId, person: Buffer) {
  const { rows } = await sql<{ guild: string; known: Known | null }>`
    select b.guild_id as guild,
           (select c.result from discord_check c
             where c.store_id = b.store_id and c.person = ${person}::bytea and ${isFresh}) as known
      from discord_guild b
     where b.main_of = ${store} and not 'bot' = any(b.held)
       and not exists (select from outside_stop where name = 'discord')`.execute(db);
  return rows[0];
}

async function keep(db: Db, store: StoreId, person: Buffer, result: Known): Promise<void> {
  await sql`
    insert into discord_check (store_id, person, result) values (${store}, ${person}::bytea, ${result})
    on conflict (store_id, person) do update set result = excluded.result, checked_at = now()`.execute(db);
}

/** What Discord says of the person now; undefined where it does not say. */
async function ask(rest: DiscordRest, guild: string, person: string, signal: AbortSignal): Promise<Known | undefined> {
  try {
    await rest.call('GET', Routes.guildMember(guild, person), { signal });
    return 'member';
  } catch (error) {
    if (signal.aborted) return undefined;
    if (!(error instanceof DiscordError)) throw error;
    if (error.code === RESTJSONErrorCodes.UnknownMember) return 'not_member';
    return error.code === RESTJSONErrorCodes.UnknownUser ? 'missing' : undefined;
  }
}

/**
 * Whether an account with this id exists, and is in the store's main Discord server: what Discord said lately, else its answer
 * within `limits.discordCheckWaitMs`, else `unknown`. It tells no name. Each store may cause a limited number of questions
 * in a minute. They take their turns with the bot's other looks, so that no store's shoppers slow down deliveries.
 */
export async function checkDiscordId(
  deps: Pick<Deps, 'db' | 'config'>,
  store: StoreId,
  discordId: string,
): Promise<Result> {
  const { db, config } = deps;
  const rest = discordOf(deps);
  const person = personHash(config.secret, store, discordId);
  const found = rest && (await read(db, store, person));
  if (!rest || !found || !(await planAllowsDiscord(db, store))) return 'none';
  if (found.known) return found.known;
  let result: Known | undefined = 'missing';
  if (!isOfTheFuture(discordId)) {
    const within = { key: `discord-check:${store}`, limit: limits.discordChecksPerMinute, seconds: 60 };
    if (!(await withinLimit(db, within))) return 'unknown';
    const signal = AbortSignal.timeout(limits.discordCheckWaitMs);
    if (!(await takeTurn(db, signal))) return 'unknown';
    result = await ask(rest, found.guild, discordId, signal);
  }
  if (!result) return 'unknown';
  await keep(db, store, person, result);
  return result;
}

/** Forgets answers that no longer count. */
export const discordCheckSweep: Sweep = {
  name: 'discord.checks',
  every: 60,
  async run({ db }) {
    await sql`
      delete from discord_check
       where checked_at < now() - make_interval(secs => ${limits.discordCheckKeepSeconds})`.execute(db);
  },
};
