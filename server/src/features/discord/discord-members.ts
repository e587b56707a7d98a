import { type APIGuildMember, Routes } from 'discord-api-types/v10';
import { sql } from 'kysely';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { StoreId } from '../../http/store.ts';
import { DiscordError } from '../../integrations/discord/rest.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { makeDue } from '../deliveries/make-due.ts';
import { noteReturn, standingRoles } from '../deliveries/roles/standing-roles.ts';
import { discordOf, repairOf } from './discord.ts';
import { takeTurn } from './discord-turns.ts';
import { heldCode, holdGuild, holdOf } from './guild-holds.ts';

/** What we need to know of a member: the roles, and since when the person is in the server. */
export interface SeenMember {
  roles: readonly string[];
  joinedAt: Date;
}

/**
 * Looks whether a person with paid roles is in the store's Discord server. What waited for the person to join is due. A role
 * that the person lost by leaving is given again; one that somebody took away by hand is not. `seen` is what Discord told
 * already. Answers how many roles were given again. Throws nothing that Discord answers: the next look follows.
 */
export async function lookAtMember(
  deps: Pick<Deps, 'db' | 'config' | 'log'>,
  { store, holder, seen }: { store: StoreId; holder: string; seen?: SeenMember },
  signal?: AbortSignal,
): Promise<number> {
  const { db } = deps;
  const rest = discordOf(deps);
  const binding = await db
    .selectFrom('guild_binding')
    .where('store_id', '=', store)
    .select(['guild_id', 'held'])
    .executeTakeFirst();
  if (!rest || !binding || binding.held.includes('bot')) return 0;
  if (!seen && !(await takeTurn(db, signal))) return 0;
  const guild = binding.guild_id;
  let given = 0;
  try {
    const member = seen ?? seenOf(await rest.call<APIGuildMember>('GET', Routes.guildMember(guild, holder)));
    if (!member) return 0;
    await transaction(db, async (tx) => {
      const due = await makeDue(
        tx,
        'discord',
        sql`store_id = ${store} and player = ${holder} and code = 'not_a_member'`,
      );
      if (due.length > 0) await enqueue(tx, 'discord.deliver', { storeId: store });
    });
    for (const owed of await standingRoles(db, store, holder)) {
      if (member.roles.includes(owed.role) || member.joinedAt <= owed.givenAt) continue;
      const place = { action_type: 'add_role', role: owed.role, channel: null, player: holder };
      if (heldCode(binding.held, place)) continue;
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
  } catch (error) {
    // Not a member, a limit, or no answer.
    if (!(error instanceof DiscordError)) throw error;
  }
  return given;
}

function seenOf(member: APIGuildMember | undefined): SeenMember | undefined {
  if (!member?.joined_at) return undefined;
  return { roles: member.roles, joinedAt: new Date(member.joined_at) };
}
