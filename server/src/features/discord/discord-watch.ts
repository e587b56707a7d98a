import { Routes } from 'discord-api-types/v10';
import { sql } from 'kysely';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { storeIdOf } from '../../http/store.ts';
import { DiscordError, type DiscordRest } from '../../integrations/discord/rest.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { moveDeliveries } from '../deliveries/move-deliveries.ts';
import { discordOf } from './discord.ts';
import { readGuildRoles } from './discord-roles.ts';

const EVERY_MS = 750;
/**
 * The watch keeps asking about an order for this long after a page last showed it. An open page shows it again before.
 */
const SEEN_MS = 6000;
/** After this long probably nobody waits at the open page, so only every tenth round asks about its order. */
const PATIENT_MS = 10 * 60_000;
const RARELY = 10;
/** Questions to one Discord server per round. The rest have their turns in the next rounds. */
const PER_GUILD = 3;

interface Seen {
  since: number;
  until: number;
}

interface Blocked {
  store_id: string;
  id: string;
  state: 'queued' | 'failed';
  code: string;
  action_type: string;
  role: string | null;
  player: string;
  guild_id: string;
  reference: string;
}

export interface DiscordWatch {
  /** A page shows this order right now. Call it again every few seconds while it does. */
  seen(reference: string): void;
  close(): void;
}

/**
 * Without a gateway, Discord tells a bot nothing by itself (facts/discord.md 1), so we ask who joined the server and
 * which role moved. While a buyer looks at an order that Discord holds up, this asks about once a second. It only asks
 * questions that have no effect and that Discord does not count as refused, so it never asks about a bot that is gone.
 * The moment the cause is gone, the delivery is due.
 */
export function watchDiscord(deps: Pick<Deps, 'db' | 'config' | 'log'>): DiscordWatch {
  const { db, config, log } = deps;
  const orders = new Map<string, Seen>();
  let timer: NodeJS.Timeout | undefined;
  let round = 0;
  let closed = false;

  async function look(rest: DiscordRest): Promise<void> {
    const now = Date.now();
    for (const [reference, { until }] of orders) if (until < now) orders.delete(reference);
    const due = [...orders].filter(([, { since }]) => now - since < PATIENT_MS || round % RARELY === 0);
    if (due.length === 0) return;
    const { rows } = await sql<Blocked>`
      select d.store_id, d.id, d.state, d.code, d.action_type, d.args->>'roleId' as role, d.player, b.guild_id, o.reference
        from "order" o
        join delivery d on d.store_id = o.store_id and d.order_id = o.id
        join guild_binding b on b.store_id = d.store_id
       where o.reference = any(${due.map(([reference]) => reference)}) and o.status = 'completed'
         and d.target = 'discord' and not d.cancel_requested
         and (d.state = 'queued' and d.code = 'not_a_member' and d.due_at > now()
           or d.state = 'failed' and d.code = 'missing_permissions' and d.args ? 'roleId')
         and not exists (select from outside_stop where name = 'discord')
       order by d.seq`.execute(db);
    const guilds = Map.groupBy(rows, ({ guild_id }) => guild_id);
    await Promise.all(
      [...guilds.values()].map(async (blocked) => {
        const first = (round * PER_GUILD) % blocked.length;
        const turn = [...blocked.slice(first), ...blocked.slice(0, first)].slice(0, PER_GUILD);
        for (const delivery of turn) await lookAt(rest, delivery);
      }),
    );
  }

  async function lookAt(rest: DiscordRest, blocked: Blocked): Promise<void> {
    try {
      if (!(await isFree(rest, config.discord.clientId, blocked))) return;
    } catch (error) {
      // The cause remains, or Discord does not answer. The next round follows, or the delivery's own next try.
      if (error instanceof DiscordError) return;
      throw error;
    }
    const store = storeIdOf(blocked);
    await transaction(db, async (tx) => {
      const moved = await moveDeliveries(tx, store, [
        { id: blocked.id, from: blocked.state, to: 'queued', code: 'cause_gone' },
      ]);
      if (moved.size > 0) await enqueue(tx, 'discord.deliver', { storeId: store });
    });
  }

  function next(): void {
    if (timer || closed || orders.size === 0) return;
    timer = setTimeout(() => {
      const rest = discordOf(config);
      round += 1;
      (rest ? look(rest) : Promise.resolve())
        .catch((error: unknown) => log.warn({ err: error }, 'watched Discord deliveries could not be looked at'))
        .finally(() => {
          timer = undefined;
          next();
        });
    }, EVERY_MS);
  }

  return {
    seen(reference) {
      const now = Date.now();
      orders.set(reference, { since: orders.get(reference)?.since ?? now, until: now + SEEN_MS });
      next();
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/**
 * Whether the cause that stopped the delivery is gone, as far as reading tells. Throws DiscordError for a no, or
 * without an answer.
 */
async function isFree(rest: DiscordRest, me: string | undefined, blocked: Blocked): Promise<boolean> {
  const { code, guild_id: guild, player, role } = blocked;
  if (code === 'not_a_member') {
    await rest.call('GET', Routes.guildMember(guild, player));
    return true;
  }
  const { roles, mayManage } = await readGuildRoles(rest, guild, me);
  // Only Discord can judge rights over people, so a ban waits for the resend button.
  return mayManage && roles.some(({ id, assignable }) => id === role && assignable);
}
