import { Routes } from 'discord-api-types/v10';
import { sql } from 'kysely';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { storeIdOf } from '../../http/store.ts';
import { DiscordError, type DiscordRest } from '../../integrations/discord/rest.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { moveDeliveries } from '../deliveries/move-deliveries.ts';
import { takeBuyer } from '../deliveries/roles/standing-roles.ts';
import { discordOf } from './discord.ts';
import { lookAtMember } from './discord-members.ts';
import { takeTurn } from './discord-turns.ts';
import { guildOf } from './guilds/store-guilds.ts';

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

/** An open page asks about its buyer once in this time. */
const OPENED_MS = 60_000;
const MOST_OPENED = 5000;

interface Seen {
  since: number;
  until: number;
}

interface Blocked {
  store_id: string;
  id: string;
  player: string;
  guild_id: string;
}

export interface DiscordWatch {
  /** A page shows this order right now. Call it again every few seconds while it does. */
  seen(reference: string): void;
  /** A page shows this paid order, delivered or not: whoever left the server and came back gets the roles again. */
  opened(reference: string): void;
  close(): void;
}

/**
 * Without a gateway, Discord tells a bot nothing by itself (facts/discord.md 1), so we ask who joined the server. While a
 * buyer who is not in it looks at the order, this asks about once a second. The question has no effect, and Discord does not count
 * it as refused. The moment the buyer is in, the delivery is due. A server with a problem is left to its own look.
 */
export function watchDiscord(deps: Pick<Deps, 'db' | 'config' | 'log'>): DiscordWatch {
  const { db, log } = deps;
  const orders = new Map<string, Seen>();
  const opened = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let round = 0;
  let closed = false;

  async function look(rest: DiscordRest): Promise<void> {
    const now = Date.now();
    for (const [reference, { until }] of orders) if (until < now) orders.delete(reference);
    const due = [...orders].filter(([, { since }]) => now - since < PATIENT_MS || round % RARELY === 0);
    if (due.length === 0) return;
    const { rows } = await sql<Blocked>`
      select d.store_id, d.id, d.player, b.guild_id
        from "order" o
        join delivery d on d.store_id = o.store_id and d.order_id = o.id
        join discord_guild b on b.store_id = d.store_id and b.guild_id = ${guildOf('d')}
       where o.reference = any(${due.map(([reference]) => reference)}) and o.status = 'completed'
         and d.target = 'discord' and not d.cancel_requested
         and d.state = 'queued' and d.code = 'not_a_member' and d.due_at > now() and b.problem is null
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
    if (!(await takeTurn(db))) return;
    try {
      await rest.call('GET', Routes.guildMember(blocked.guild_id, blocked.player));
    } catch (error) {
      // The cause remains, or Discord does not answer. The next round follows, or the delivery's own next try.
      if (error instanceof DiscordError) return;
      throw error;
    }
    const store = storeIdOf(blocked);
    await transaction(db, async (tx) => {
      const moved = await moveDeliveries(tx, store, [
        { id: blocked.id, from: 'queued', to: 'queued', code: 'cause_gone' },
      ]);
      if (moved.size > 0) await enqueue(tx, 'discord.deliver', { storeId: store });
    });
  }

  function next(): void {
    if (timer || closed || orders.size === 0) return;
    timer = setTimeout(() => {
      const rest = discordOf(deps);
      round += 1;
      (rest ? look(rest) : Promise.resolve())
        .catch((error: unknown) => log.warn({ err: error }, 'watched Discord deliveries could not be looked at'))
        .finally(() => {
          timer = undefined;
          next();
        });
    }, EVERY_MS);
  }

  async function lookAtBuyer(reference: string): Promise<void> {
    const buyer = await transaction(db, (tx) => takeBuyer(tx, reference));
    if (buyer) await lookAtMember(deps, buyer);
  }

  return {
    opened(reference) {
      const now = Date.now();
      if (closed || !discordOf(deps) || (opened.get(reference) ?? 0) > now - OPENED_MS) return;
      opened.delete(reference);
      opened.set(reference, now);
      if (opened.size > MOST_OPENED) opened.delete(opened.keys().next().value ?? '');
      lookAtBuyer(reference).catch((error: unknown) => log.warn({ err: error }, 'a buyer could not be looked at'));
    },
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
