import { languageOf } from '@vitrine/contract/command-line';
import type { GameCommand } from '@vitrine/contract/game';
import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { applyOutcomes, lockForOutcomes, type Outcome } from '../../deliveries/apply-outcomes.ts';
import { leaseCommands } from '../game-lease.ts';
import type { SeatId } from '../seats/read-seat.ts';
import { failRcon, holdRcon, keepRcon, noteRconAlive, releaseRcon } from './hold-rcon.ts';
import { openRcon, type Ran, type Rcon } from './rcon.ts';

/** How long one job works for its server, so that others have their turns. */
const TURN_MS = 20_000;
/** A command begins within this time after its row says that it is out, or never. Its lease must then be far from its end. */
const BEGIN_MS = 20_000;

/**
 * Sends a Minecraft server what waits for it, over RCON, one command after the other. At most once:
 *
 * | step | the row says | a crash from here on |
 * |---|---|---|
 * | 1 the connection is logged in | `queued` | it waits |
 * | 2 the lease is committed | `sent` | `uncertain` when the lease is over |
 * | 3 the bytes leave | `sent` | `uncertain` |
 * | 4 the answer came and is committed | `succeeded`, `executed` | |
 *
 * A command that may have left is never sent again. This function may be repeated at any point, because it takes only what is `queued`.
 */
export async function sendByRcon(deps: Deps, place: SeatId, signal: AbortSignal): Promise<void> {
  const { db, config, log } = deps;
  const worker = newId();
  const held = await holdRcon(db, config.secret, place, worker);
  if (!held) return;
  const { password } = held;
  const rcon = password === null ? { problem: 'password' as const } : await openRcon(config, { ...held, password });
  if ('problem' in rcon) {
    log.info({ storeId: place.store, seatId: place.seat, problem: rcon.problem }, 'no connection over RCON');
    return await failRcon(db, place, worker, rcon.problem);
  }
  try {
    await transaction(db, (tx) => noteRconAlive(tx, place));
    const until = performance.now() + TURN_MS;
    const goesOn = () => !signal.aborted && performance.now() < until && rcon.open;
    let last: Sent = 'sent';
    let sent = 0;
    while (last === 'sent' && goesOn()) {
      last = await sendNext(deps, place, worker, rcon);
      if (last === 'sent') sent += 1;
    }
    // If one answer is lost, the next would be lost too. The turn ends here, so that one delivery is unclear and not the whole
    // queue. A server that ends the connection after an answer counts as there. One that ends it before the first does not.
    if (last === 'lost' || (last !== 'nothing' && sent === 0 && !rcon.open)) {
      return await failRcon(db, place, worker, 'unreachable');
    }
    await releaseRcon(db, place, worker);
    // The turn or the connection ended before the queue did.
    if (last !== 'nothing' && !signal.aborted) {
      await transaction(db, (tx) => enqueue(tx, 'city.rcon', { storeId: place.store, seatId: place.seat }));
    }
  } finally {
    rcon.close();
  }
}

/** What became of one turn: `unsent` goes back into the queue, and `lost` waits for a person. */
type Sent = 'sent' | 'nothing' | 'unsent' | 'lost';

async function sendNext({ db }: Deps, place: SeatId, worker: string, rcon: Rcon): Promise<Sent> {
  const begun = performance.now();
  const command = await transaction(db, (tx) => leaseOne(tx, place, worker));
  if (!command) return 'nothing';
  const line = lineOf(command);
  const ran: Ran | 'unfit' =
    line === undefined ? 'unfit' : performance.now() - begun > BEGIN_MS ? { what: 'unsent' } : await rcon.run(line);
  await transaction(db, (tx) => report(tx, place, command, ran));
  return ran === 'unfit' || ran.what === 'answered' ? 'sent' : ran.what;
}

/** The next command, whose row says from now on that it is out. Undefined if none can go, or if another worker has the connection. */
async function leaseOne(tx: Tx, place: SeatId, worker: string): Promise<GameCommand | undefined> {
  // As for a script: nobody takes the seat while work goes out to its holder.
  await sql`select from game_seat where store_id = ${place.store} and id = ${place.seat} for no key update`.execute(tx);
  if (!(await keepRcon(tx, place, worker))) return undefined;
  const server = await tx
    .selectFrom('game_seat as s')
    .innerJoin('game_server as g', (on) => on.onRef('g.store_id', '=', 's.store_id').onRef('g.id', '=', 's.server_id'))
    .where('s.store_id', '=', place.store)
    .where('s.id', '=', place.seat)
    .select(['g.id', 'g.epoch', 'g.framework'])
    .executeTakeFirst();
  if (!server) return undefined;
  const holder = { ...server, game: 'minecraft', instead: false, in_order: false, online: [] } as const;
  const [command] = await leaseCommands(tx, place, holder, 1);
  return command;
}

/**
 * The line for the console. Undefined if this is no command, does not fit into one packet, or is a command that is never sold. The
 * plugin judges a command again before it runs; over RCON only this function does.
 */
function lineOf({ action, args }: GameCommand): string | undefined {
  const { argv } = args as { argv?: unknown };
  if (action !== 'execute_command' || !Array.isArray(argv) || !argv.every((word) => typeof word === 'string'))
    return undefined;
  const language = languageOf('minecraft');
  const line = language?.write(argv);
  if (!language || !line || language.never.test(argv[0] ?? '')) return undefined;
  return Buffer.byteLength(line) > limits.rconLineBytes ? undefined : line;
}

/** What a person may read of an answer: one line, without the game's colours. */
export function plainAnswer(text: string): string {
  return text
    .replace(/§./gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

const LOST = 'A conexão RCON terminou antes da resposta: confira no servidor antes de reenviar';
const UNFIT =
  'O RCON não pode enviar este comando: longo demais, ou com um valor que o servidor leria diferente. Corrija e reenvie';
/** RCON does not confirm what a command did, so the words say only that it was sent. */
const SENT = 'Comando enviado por RCON, que não confirma o efeito.';

function outcomeOf(ran: Ran | 'unfit'): Omit<Outcome, 'id'> {
  if (ran === 'unfit') return { status: 'failed', code: 'invalid_args', message: UNFIT };
  if (ran.what === 'lost') return { status: 'uncertain', code: 'uncertain', message: LOST };
  // It goes back into the queue, like a delivery that a script gives back before it began.
  if (ran.what === 'unsent') return { status: 'deferred', code: 'expired' };
  const text = plainAnswer(ran.text);
  const said = text ? `${SENT} O servidor respondeu: ${text}` : `${SENT} O servidor não respondeu nada.`;
  return { status: 'succeeded', code: 'executed', message: said.slice(0, limits.deliveryMessageMax) };
}

/** Stores what became of this attempt. If a person has started a later attempt meanwhile, this stores nothing. */
async function report(tx: Tx, { store }: SeatId, { id, attempt }: GameCommand, ran: Ran | 'unfit'): Promise<void> {
  const rows = await lockForOutcomes(tx, store, [id], sql<boolean>`attempts = ${attempt}`);
  await applyOutcomes(tx, store, rows, [{ id, ...outcomeOf(ran) }]);
}
