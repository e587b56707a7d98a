import { type Game, targetTexts } from '@vitrine/contract/action-types';
import type { GameHello, GameHelloAnswer } from '@vitrine/contract/game';
import { gameProtocolVersion } from '@vitrine/contract/game';
import { limits } from '@vitrine/contract/limits';
import type { DeliveryState } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/database.ts';
import { notify } from '../../db/notify.ts';
import type { GameServer } from '../../http/door.ts';
import { Refusal } from '../../http/errors.ts';
import { makeDue } from '../deliveries/make-due.ts';
import { type Move, moveDeliveries } from '../deliveries/move-deliveries.ts';
import { createReversals } from '../deliveries/reverse-delivery.ts';
import { isRepeatable } from '../deliveries/targets.ts';
import { scriptVersion } from '../stores/connection/script-zip.ts';
import { panelUrl } from '../stores/public-url.ts';
import { forgetPeople } from './city-people.ts';
import { cityCame } from './city-status.ts';
import { wantedLists } from './lists/take-list.ts';
import { versionNumber } from './script-version.ts';
import { goesTo, type SeatId } from './seats/read-seat.ts';
import { SERVERS_PATH } from './seats/seat-mails.ts';
import { type Taken, takeSeat } from './seats/take-seat.ts';

/** Older scripts are refused. Raise it only for security, weeks after a notice. */
const MIN_VERSION = '1.0.0';
/** A waiting script says hello again this often. */
const ASK_AGAIN_MS = 10_000;

/** What a script without the seat prints, pt-BR. */
function waitingNotice({ state, reason, name }: Extract<Taken, { seated: false }>, url: string): string {
  if (state === 'settling') return 'Servidor reiniciado: as entregas voltam em instantes.';
  if (state === 'refused') return `O dono da loja recusou este servidor: ele não recebe entregas. Painel: ${url}`;
  const why =
    reason === 'copy'
      ? `Este servidor é uma cópia de "${name}", que está ligado (mesmo registro de entregas)`
      : `Outro servidor já usa este token e entrega por "${name}"`;
  return `${why}. Este não recebe entregas até você aprovar em ${url}. A resposta vale sozinha, sem reiniciar.`;
}

/**
 * A game server says that it started. If it gets its seat (`takeSeat`), that opens a new epoch and decides about the
 * deliveries that are out for this seat:
 *
 * - with the same journal they are offered again to the same server
 * - with another or a lost journal, repeatable ones are queued; money, items and commands become `uncertain`
 *
 * A server without the seat is told so and gets nothing. Refuses `game_version`, and `game_mismatch` for another game than
 * the server's, and while the server is reached over RCON.
 */
export async function sayHello(tx: Tx, config: Config, game: GameServer, hello: GameHello): Promise<GameHelloAnswer> {
  if (hello.protocol !== gameProtocolVersion || versionNumber(hello.version) < versionNumber(MIN_VERSION)) {
    throw new Refusal('game_version');
  }
  const { store } = game;
  const owner = await tx
    .selectFrom('store')
    .where('id', '=', store)
    .select(['name', 'subdomain', 'settings', sql<number>`extract(epoch from now())::int`.as('now')])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  // The game is checked first, because a new epoch for a script of another game would end the epoch of the right script.
  await refuseOtherGame(tx, game, hello.game);
  await refuseBesideRcon(tx, game);
  const taken = await takeSeat(tx, config, game, game.tokenId, hello);
  if (taken.seated) {
    await cityCame(tx, store);
    if (game.seat === store && (taken.newJournal || taken.newBase)) await forgetPeople(tx, store);
    await settleWhatIsOut(tx, game, hello.game, { server: taken.serverId, newBoot: taken.newBoot });
    await makeCityCausesDue(tx, game, hello.game);
  }
  const lists = taken.seated ? await wantedLists(tx, game, hello.lists, taken.newJournal || taken.newBase) : [];
  // Every process looks again who holds the seat (calm/calm-cities.ts).
  await notify(tx, 'deliveries', store);
  return {
    success: true,
    store: { name: owner.name, subdomain: owner.subdomain },
    server_id: taken.seated ? taken.serverId : taken.claimId,
    epoch: taken.seated ? taken.epoch : 0,
    seat: taken.seated ? 'seated' : 'waiting',
    now: owner.now,
    next_poll_ms: taken.seated ? 0 : ASK_AGAIN_MS,
    min_version: MIN_VERSION,
    latest_version: scriptVersion(hello.game) ?? hello.version,
    download_url: panelUrl(config, SERVERS_PATH),
    limits: {
      commands: limits.gameBatch,
      results: limits.gameResultsMax,
      body_bytes: limits.gameBodyBytes,
      online: limits.gameOnlineMax,
    },
    notices: taken.seated ? [] : [waitingNotice(taken, panelUrl(config, SERVERS_PATH))],
    settings: { check_discord: owner.settings.checkDiscord ?? false },
    lists,
  };
}

/** Refuses a script of another game than the store's owner set for the server: `game_mismatch`, with the name of that game. */
async function refuseOtherGame(tx: Tx, { store, seat }: SeatId, game: Game): Promise<void> {
  const own = await tx
    .selectFrom('game_seat')
    .where('store_id', '=', store)
    .where('id', '=', seat)
    .select(['name', 'game'])
    .executeTakeFirstOrThrow();
  if (own.game === game) return;
  const [is, came] = [own.game, game].map((one) => targetTexts[one].badge);
  const error = `Este token é do servidor “${own.name}”, que na Vitrine é de ${is}, e quem se conectou é um servidor de ${came}. Em Configurações, Servidores, copie o token de um servidor de ${came}, ou mude o jogo deste.`;
  throw new Refusal('game_mismatch', { error });
}

/** Refuses a script for a server that gets its commands over RCON, because a command could then run twice. */
async function refuseBesideRcon(tx: Tx, { store, seat }: SeatId): Promise<void> {
  const row = await tx
    .selectFrom('game_rcon')
    .where('store_id', '=', store)
    .where('seat_id', '=', seat)
    .select('seat_id')
    .executeTakeFirst();
  if (!row) return;
  const error =
    'Este servidor recebe as entregas por RCON. Para usar o plugin, tire o RCON dele em Configurações, Servidores.';
  throw new Refusal('game_mismatch', { error });
}

/** Makes deliveries due that the city put off for a cause on its side, because a city that starts has forgotten these causes. */
async function makeCityCausesDue(tx: Tx, { store, seat }: SeatId, game: Game): Promise<void> {
  const causes = sql`'inventory_full', 'player_offline', 'framework_missing', 'db_unavailable', 'storage_unavailable',
    'script_outdated'`;
  await makeDue(tx, game, sql`store_id = ${store} and coalesce(seat_id, store_id) = ${seat} and code in (${causes})`);
}

interface Out {
  id: string;
  state: DeliveryState;
  action_type: string;
  phase: string;
  server_id: string;
  cancel_requested: boolean;
  /** Another server has the delivery, and may still begin it or be at work on it. */
  held: boolean;
}

/** Decides what becomes of deliveries that are out for a seat which `server` holds now (`sayHello`). */
export async function settleWhatIsOut(
  tx: Tx,
  place: SeatId,
  game: Game,
  { server, newBoot }: { server: string; newBoot: boolean },
): Promise<void> {
  const { store } = place;
  const { rows } = await sql<Out>`
    select id, state, action_type, phase, server_id, cancel_requested,
           state = 'sent' and lease_until > now() - make_interval(secs => ${limits.gameLeaseMarginSeconds}) as held from delivery d
     where store_id = ${store} and target = ${game} and ${goesTo('d', place)} and state in ('queued', 'sent')
       and server_id is not null
     order by seq for update`.execute(tx);
  const moves: Move[] = [];
  const toReverse: string[] = [];
  for (const { id, state, action_type, phase, server_id, cancel_requested, held } of rows) {
    if (server_id === server) {
      if (newBoot && state === 'sent' && !cancel_requested) {
        moves.push({ id, from: state, to: 'queued', code: 'restarted', keepServer: true });
      }
    } else if (!isRepeatable(game, action_type)) {
      moves.push({ id, from: state, to: 'uncertain', code: 'journal_lost' });
    } else if (held) {
      // Another server gets it when its lease is over (deliveries/sweeps.ts). Until then a report of success by its own script counts.
    } else if (cancel_requested) {
      moves.push({ id, from: state, to: 'cancelled', code: 'order_ended' });
      if (phase === 'confirmation') toReverse.push(id);
    } else moves.push({ id, from: state, to: 'queued', code: 'restarted' });
  }
  await moveDeliveries(tx, store, moves);
  await createReversals(tx, store, toReverse);
}
