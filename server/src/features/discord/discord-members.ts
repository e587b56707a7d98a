import { type APIGuildMember, Routes } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { StoreId } from '../../http/store.ts';
import { DiscordError, type DiscordRest } from '../../integrations/discord/rest.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { makeDue } from '../deliveries/make-due.ts';
import { noteReturn, type StandingRole, standingRoles } from '../deliveries/roles/standing-roles.ts';
import { discordOf, repairOf } from './discord.ts';
import { takeTurn } from './discord-turns.ts';
import { heldCode, holdGuild, holdOf } from './guild-holds.ts';
import { findGuild, isAt } from './guilds/store-guilds.ts';

/** What we need to know of a member: the roles, and since when the person is in the server. */
export interface SeenMember {
  roles: readonly string[];
  joinedAt: Date;
}

type Looking = Pick<Deps, 'db' | 'config' | 'log'>;
type Guild = NonNullable<Awaited<ReturnType<typeof findGuild>>>;

/**
 * Looks whether a person with paid roles is in those Discord servers of the store where something is owed to them. What waited
 * for the person to join is due. A role that the person lost by leaving is given again; one that somebody took away by hand is
 * not. `at` is the one server to look at, with what Discord told already. Answers how many roles were given again.
 * Throws nothing that Discord answers: the next look follows.
 */
export async function lookAtMember(
  deps: Looking,
  { store, holder, at }: { store: StoreId; holder: string; at?: { guild: string; seen: SeenMember | undefined } },
  signal?: AbortSignal,
): Promise<number> {
  const { db } = deps;
  const rest = discordOf(deps);
  if (!rest) return 0;
  const owed = await standingRoles(db, store, holder);
  let given = 0;
  for (const server of at ? [at.guild] : await serversOf(db, store, holder, owed)) {
    const guild = await findGuild(db, store, server);
    if (!guild || guild.held.includes('bot')) continue;
    if (!at?.seen && !(await takeTurn(db, signal))) return given;
    const here = owed.filter((one) => (one.server === null ? guild.main_of : one.server === guild.guild_id));
    try {
      const member =
        at?.seen ?? seenOf(await rest.call<APIGuildMember>('GET', Routes.guildMember(guild.guild_id, holder)));
      if (member) given += await giveBack(db, rest, { store, guild, holder, owed: here, member });
    } catch (error) {
      // Not a member, a limit, or no answer.
      if (!(error instanceof DiscordError)) throw error;
    }
  }
  return given;
}

/** Where something is owed to the person, or waits for the person to join; undefined stands for the main server. */
async function serversOf(db: Db, store: StoreId, holder: string, owed: readonly StandingRole[]) {
  const { rows } = await sql<{ server: string | null }>`
    select distinct args->>'server' as server from delivery
     where store_id = ${store} and target = 'discord' and player = ${holder} and state = 'queued' and code = 'not_a_member'`.execute(
    db,
  );
  return new Set([...rows, ...owed].map(({ server }) => server ?? undefined));
}

/** Makes due what waited for the member of this server, and gives the roles again that the member lost by leaving. */
async function giveBack(
  db: Db,
  rest: DiscordRest,
  found: { store: StoreId; guild: Guild; holder: string; owed: readonly StandingRole[]; member: SeenMember },
): Promise<number> {
  const { store, holder, member } = found;
  const guild = found.guild.guild_id;
  await transaction(db, async (tx) => {
    const waiting = sql<boolean>`${isAt(store, guild)} and player = ${holder} and code = 'not_a_member'`;
    const due = await makeDue(tx, 'discord', waiting);
    if (due.length > 0) await enqueue(tx, 'discord.deliver', { storeId: store });
  });
  let given = 0;
  for (const owed of found.owed) {
    if (member.roles.includes(owed.role) || member.joinedAt <= owed.givenAt) continue;
    const place = { action_type: 'add_role', role: owed.role, channel: null, player: holder };
    if (heldCode(found.guild.held, place)) continue;
    try {
      await rest.call('PUT', Routes.guildMemberRole(guild, holder, owed.role), {
        reason: `Vitrine: pedido ${owed.number}, de volta ao servidor`,
      });
    } catch (error) {
      const problem = repairOf(error);
      if (!problem) throw error;
      await transaction(db, (tx) => holdGuild(tx, store, guild, { hold: holdOf(problem, place), problem }));
      continue;
    }
    await transaction(db, (tx) => noteReturn(tx, store, owed));
    given += 1;
  }
  return given;
}

function seenOf(member: APIGuildMember | undefined): SeenMember | undefined {
  if (!member?.joined_at) return undefined;
  return { roles: member.roles, joinedAt: new Date(member.joined_at) };
}
