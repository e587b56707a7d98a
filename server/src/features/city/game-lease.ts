import type { Game } from '@vitrine/contract/action-types';
import type { GameCommand, GameSync } from '@vitrine/contract/game';
import { readPlayerKey } from '@vitrine/contract/identity';
import { limits } from '@vitrine/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { notify } from '../../db/notify.ts';
import type { StoreId } from '../../http/store.ts';
import { makeDue } from '../deliveries/make-due.ts';
import { type Move, moveDeliveries } from '../deliveries/move-deliveries.ts';
import { isLateResend } from '../deliveries/resend/goods.ts';
import { covered } from '../deliveries/rights.ts';
import { ofGame, wireName } from '../deliveries/targets.ts';
import { type Base, type Leaving, type Settled, settleGroups } from './groups/settle-group.ts';
import { cutLines, followers, type InLine, kindOf } from './lease/players-line.ts';
import { goesTo, type SeatId } from './seats/read-seat.ts';

/** A server's capabilities refuse a delivery only when they are this old, because bases start slowly. */
const SETTLED_SECONDS = 120;
/** A command that waits for a newer script rests this long, unless that script says hello before. */
const OUTDATED_SECONDS = 6 * 3600;
const ONLY_COMMANDS = 'Por RCON saem só comandos, e sem esperar o jogador: corrija o produto e reenvie';
/** The longest command line of scripts that do not announce `arguments`. */
const OLD_LINE_BYTES = 255;

export interface LeaseServer extends Base {
  id: string;
  epoch: number;
  /** City ids of loaded characters, as just told. */
  online: readonly string[];
  /** Several deliveries of one player may travel together (lease/players-line.ts). */
  in_order: boolean;
}

/**
 * True in SQL where the delivery `d` may go to this server now. It must be due (or its player came back), belong to no
 * other server, and be of a kind that the server can do. If the player's character is not loaded, server and action must allow that.
 */
function deliverable({ id, online }: LeaseServer): RawBuilder<boolean> {
  const here = sql`d.player = any(${[...online]}::text[])`;
  return sql<boolean>`(not d.cancel_requested and (d.server_id is null or d.server_id = ${id})
    and (d.due_at <= now()
      or d.code = 'player_offline' and ${here} and d.updated_at < now() - interval '5 seconds')
    and d.give_up_at > now()
    and (g.capabilities->d.action_type->>'offline' = 'true' and (not d.only_online or ${here})
      or g.capabilities->d.action_type->>'online' = 'true' and ${here})
    and ${readable})`;
}

/**
 * True in SQL where the script of the server `g` cannot read the delivery `d`. A script that does not read other ids gets
 * only city ids. A script that is older than lists of arguments passes a line on as it is, so it gets no line with quotes or
 * above 255 bytes. A script that is older than plates would make the vehicle with another plate.
 */
const outdated = sql<boolean>`(d.action_type = 'execute_command' and not (g.capabilities ? 'arguments')
    and (position('"' in d.args->>'command') > 0 or octet_length(d.args->>'command') > ${OLD_LINE_BYTES})
    or d.action_type = 'add_vehicle' and d.args ? 'plate' and not (g.capabilities ? 'plate')
    or position(':' in d.player) > 0 and not (g.capabilities ? 'identity'))`;

/** True in SQL where `d` is no command, or one whose arguments reach the game as they are meant (render-again.ts). */
const readable = sql<boolean>`((d.action_type <> 'execute_command' or d.args ? 'argv') and not ${outdated})`;

/**
 * The players for whom something is queued at this seat, as the table `waiting`. It hops from player to player in the index:
 * a week's sales are thousands of rows of a few hundred players, and only each player's first row can be next.
 */
function waitingPlayers(place: SeatId, game: Game): RawBuilder<unknown> {
  const next = (after: RawBuilder<boolean>) => sql`
    select n.player from delivery n
     where n.store_id = ${place.store} and n.target = ${game} and ${goesTo('n', place)} and n.state = 'queued' and ${after}
     order by n.player limit 1`;
  return sql`hop(player) as (
      (${next(sql`true`)})
      union all
      select (${next(sql`n.player > hop.player`)}) from hop where hop.player is not null
    ), waiting as (select player from hop where player is not null)`;
}

interface Ready extends Leaving, InLine {
  attempts: number;
  label: string;
  phase: GameCommand['phase'];
  discord_id: string;
  customer_name: string | null;
  number: number;
  wanted: boolean;
  covered: boolean;
  late: boolean;
  expires_at: number;
  only_online: boolean;
}

/** Locks the deliveries that a table `head (id, place)` names, and reads what decides whether each still goes out. */
async function lockHead(tx: Tx, { store }: SeatId, head: RawBuilder<unknown>): Promise<Ready[]> {
  const { rows } = await sql<Ready>`
    with recursive ${head}
    select d.id, d.order_id, d.item_id, head.place, d.code,
           -- a resend counts from when its goods were first sold
           (select min(f.seq) from delivery f
             where f.store_id = d.store_id and f.order_id = d.order_id and f.item_id = d.item_id
               and f.action_index = d.action_index and f.occurrence = d.occurrence and f.phase = d.phase)::float8 as seq,
           d.attempts, d.action_type, d.args, d.label, d.phase, d.player, d.discord_id, d.only_online, o.customer_name, o.number,
           (d.phase <> 'confirmation' or o.status = 'completed') as wanted, ${covered} as covered,
           ${isLateResend} as late,
           extract(epoch from now() + make_interval(secs => ${limits.gameLeaseSeconds}))::int as expires_at
      from head
      join delivery d on d.store_id = ${store} and d.id = head.id
      join "order" o on o.store_id = d.store_id and o.id = d.order_id
     where d.state = 'queued'
     order by head.place, d.seq for update of d skip locked`.execute(tx);
  return rows;
}

/** The first delivery of each player that can go out now, at most `room` of them, as tables that end in `head`. */
function firsts(place: SeatId, server: LeaseServer, room: number): RawBuilder<unknown> {
  const { store } = place;
  const { game } = server;
  return sql`${waitingPlayers(place, game)}, head as (
      select first.id, 0 as place
        from waiting
       cross join lateral (
         select d.id, d.seq, ${kindOf('d')} as kind
           from delivery d join game_server g on g.store_id = d.store_id and g.id = ${server.id}
          where d.store_id = ${store} and d.target = ${game} and ${goesTo('d', place)} and d.player = waiting.player
            and d.state = 'queued'
            and ${deliverable(server)}
          order by d.seq limit 1) first
       where not exists (
         select from delivery e
          where e.store_id = ${store} and e.target = ${game} and ${goesTo('e', place)} and e.player = waiting.player
            and e.seq < first.seq
            and (e.state = 'sent' or e.state = 'queued' and ${kindOf('e')} = first.kind))
       order by first.seq limit ${room})`;
}

/**
 * What can go out now, at most `room` rows: the first of each player, and while there is room the ones behind it. In this way many
 * players are served side by side, and one player's purchase still travels in few answers.
 */
async function nextInLine(tx: Tx, place: SeatId, server: LeaseServer, room: number): Promise<Ready[]> {
  const rows = await lockHead(tx, place, firsts(place, server, room));
  const left = room - rows.length;
  if (!server.in_order || left === 0 || rows.length === 0) return rows;
  const behind = { firsts: rows.map(({ id }) => id), room: left };
  return cutLines([...rows, ...(await lockHead(tx, place, followers(place, server, deliverable(server), behind)))]);
}

/**
 * Takes up to `want` deliveries for this server and moves them to `sent`. What is no longer wanted is cancelled
 * instead. A player's deliveries go out in order; one that waits holds back those of its kind. For example, an absent
 * player bought water, money and bread, in this order:
 *
 * - water: waits, because items need the player
 * - money: goes out now, because only older money could hold it back
 * - bread: goes out after the water
 *
 * A script without `in_order` gets one delivery of a player at a time.
 */
export async function leaseCommands(tx: Tx, place: SeatId, server: LeaseServer, want: number): Promise<GameCommand[]> {
  const { store } = place;
  await refuseUnsupported(tx, place, server);
  const commands: GameCommand[] = [];
  // Unwanted rows make room for the rows after them, for a bounded number of turns.
  for (let turn = 0; turn < 5 && commands.length < want; turn += 1) {
    const rows = await nextInLine(tx, place, server, want - commands.length);
    if (rows.length === 0) break;
    const wanted = rows.filter((row) => row.wanted && !row.covered && !row.late);
    const settled = await settleGroups(tx, place, server, wanted);
    const moved = await moveDeliveries(
      tx,
      store,
      rows.map((row): Move => {
        if (!row.wanted) return { id: row.id, from: 'queued', to: 'cancelled', code: 'order_ended' };
        const cancel = row.covered ? 'covered' : row.late ? 'right_over' : cancelOf(settled.get(row.id));
        if (cancel) return { id: row.id, from: 'queued', to: 'cancelled', code: cancel };
        const lease = { server: server.id, epoch: server.epoch, seconds: limits.gameLeaseSeconds };
        return { id: row.id, from: 'queued', to: 'sent', lease };
      }),
    );
    const sent = wanted.filter((row) => !cancelOf(settled.get(row.id)) && moved.has(row.id));
    commands.push(...sent.map((row) => toCommand(server.game, row, settled.get(row.id))));
    if (sent.length === rows.length) break;
  }
  return commands;
}

const cancelOf = (settled: Settled | undefined) => (settled && 'cancel' in settled ? settled.cancel : undefined);

function toCommand(game: Game, row: Ready, settled: Settled | undefined): GameCommand {
  const instead = settled && 'action' in settled ? settled : undefined;
  const identity = readPlayerKey(row.player);
  return {
    id: row.id,
    attempt: row.attempts + 1,
    player: {
      ...(identity.kind === 'city_id' ? { city_id: identity.value } : { identity }),
      discord_id: row.discord_id,
      ...(row.customer_name ? { name: row.customer_name } : {}),
    },
    action: wireName(game, instead?.action ?? row.action_type),
    args: instead?.args ?? row.args,
    order: String(row.number),
    phase: row.phase,
    expires_at: row.expires_at,
    ...(row.only_online ? { only_online: true } : {}),
    label: row.label,
  };
}

/**
 * A delivery that the connected base cannot do at all fails with a clear text, so that it does not wait for ever. One that an
 * older script cannot read waits for a new script, with a code that says why. The new script's hello makes it due (game-hello.ts).
 */
async function refuseUnsupported(tx: Tx, place: SeatId, { id: server, game }: LeaseServer): Promise<void> {
  const { store } = place;
  const { rows } = await sql<{ id: string; outdated: boolean; by_rcon: boolean }>`
    select d.id, ${outdated} as outdated, g.framework = 'rcon' as by_rcon
      from delivery d join game_server g on g.store_id = d.store_id and g.id = ${server}
     where d.store_id = ${store} and d.target = ${game} and ${goesTo('d', place)} and d.state = 'queued'
       and d.due_at <= now()
       and (${outdated}
         or g.framework = 'rcon' and d.only_online
         or g.hello_at < now() - make_interval(secs => ${SETTLED_SECONDS})
           and not (coalesce(g.capabilities->d.action_type->>'online', 'false') = 'true'
                 or coalesce(g.capabilities->d.action_type->>'offline', 'false') = 'true'))
     order by d.seq limit 100 for update of d skip locked`.execute(tx);
  await moveDeliveries(
    tx,
    store,
    rows.map(({ id, outdated, by_rcon }): Move => {
      if (by_rcon) return { id, from: 'queued', to: 'failed', code: 'unsupported_action', message: ONLY_COMMANDS };
      if (!outdated) return { id, from: 'queued', to: 'failed', code: 'unsupported_action' };
      return { id, from: 'queued', to: 'queued', code: 'script_outdated', dueIn: OUTDATED_SECONDS, keepServer: true };
    }),
  );
}

/** After so many attempts of a delivery, a city's word that the cause is gone counts once a minute, because it may be wrong. */
const BELIEVED_ATTEMPTS = 30;

/** The city saw that these deliveries need not wait any more. They are due now, and every held request hears of it. */
export async function makeReadyDue(tx: Tx, place: SeatId, game: Game, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { store } = place;
  const due = await makeDue(
    tx,
    game,
    sql`store_id = ${store} and id = any(${[...ids]}) and ${goesTo('delivery', place)}
      and (attempts < ${BELIEVED_ATTEMPTS} or updated_at < now() - interval '1 minute')`,
  );
  if (due.length > 0) await notify(tx, 'deliveries', store);
}

/** After this long an answer has arrived or never will: FXServer gives up on a request after 5 s without a byte. */
const ARRIVED_SECONDS = 6;

/** True in SQL where the delivery was handed out to this server, which does not name it among what it has. */
export function notInHand(alias: 'd', server: string | RawBuilder<string>, sync: GameSync): RawBuilder<boolean> {
  const x = sql.ref(alias);
  const has = [...sync.in_progress, ...sync.results.map(({ id }) => id)];
  return sql<boolean>`(${x}.state = 'sent' and ${ofGame(alias)} and ${x}.server_id = ${server}
    and ${x}.id <> all(${has}::text[]))`;
}

/** True in SQL where the delivery was handed out to this server in an answer that it never received. */
export function lostOnTheWay(alias: 'd', server: string | RawBuilder<string>, sync: GameSync): RawBuilder<boolean> {
  return sql<boolean>`(${notInHand(alias, server, sync)}
    and ${sql.ref(alias)}.updated_at < now() - make_interval(secs => ${ARRIVED_SECONDS}))`;
}

/**
 * Takes back what went out in an answer that was lost (a crash of ours, a cut connection). A poll names everything that
 * the server has in hand, and these are missing there. They are offered again to the same server under the same id, so
 * its journal decides if it had begun them after all. Without this a crash would cost a whole lease.
 */
export async function takeBackLost(tx: Tx, store: StoreId, server: string, sync: GameSync): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select d.id from delivery d
     where d.store_id = ${store} and not d.cancel_requested and ${lostOnTheWay('d', server, sync)}
     order by d.seq limit ${limits.gameBatch} for update of d skip locked`.execute(tx);
  await moveDeliveries(
    tx,
    store,
    rows.map(({ id }) => ({
      id,
      from: 'sent' as const,
      to: 'queued' as const,
      code: 'answer_lost',
      keepServer: true,
    })),
  );
}

/** Ids that the server has and should no longer start. */
export async function idsToCancel(db: Db | Tx, store: StoreId, server: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from delivery
     where store_id = ${store} and state = 'sent' and cancel_requested and server_id = ${server}
     order by seq limit ${limits.gameResultsMax}`.execute(db);
  return rows.map(({ id }) => id);
}
