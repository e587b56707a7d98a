import type { Game } from './action-types.ts';
import type { Action, ActionTarget } from './actions.ts';

/**
 * Which of a store's servers an action goes to: the first one of its game unless it says another. For Discord the first is the
 * main one.
 */

/** `server` of an action that runs on every server of the store. */
export const EVERY_SERVER = 'all';

/** `server` of an action that runs on the server that the buyer chooses. */
export const BUYERS_SERVER = 'buyer';

/** The same for a database column of actions: `actions @> buyersActions`. */
export const buyersActions = JSON.stringify([{ server: BUYERS_SERVER }]);

/** A server as actions name it. The store's first server comes first in every list. */
interface NamedServer {
  id: string;
  name: string;
}

/** A store's servers of each target. */
export type NamedServers = Readonly<Record<ActionTarget, readonly NamedServer[]>>;

/** What an action of a game says about its server. */
export interface SaidServer {
  target: string;
  server?: string | null | undefined;
}

/** A game server as a choice needs it. A store's first server comes first in every list. */
interface GameSeat {
  id: string;
  game: string;
}

/**
 * The servers to which an action goes, all of its game. `chosen` is the buyer's server; it counts if it has this game. The list is
 * empty if the store has no server of the game, or if the server that the action names is gone.
 */
export function serversOfAction<T extends GameSeat>(
  { target, server }: SaidServer,
  servers: readonly T[],
  chosen: string | undefined,
): T[] {
  const own = servers.filter(({ game }) => game === target);
  if (server === EVERY_SERVER) return own;
  const first = own.slice(0, 1);
  if (server === undefined || server === null) return first;
  if (server !== BUYERS_SERVER) return own.filter(({ id }) => id === server);
  const there = own.filter(({ id }) => id === chosen);
  return there.length > 0 ? there : first;
}

/**
 * The servers that a cart's game actions reach: `said` is what the actions say, and `chosen` is the buyer's server. A cart that
 * reaches no server counts for the first one.
 */
export function serversReached<T extends GameSeat>(
  servers: readonly T[],
  said: readonly SaidServer[],
  chosen: string | undefined,
): T[] {
  const reached = new Set(said.flatMap((one) => serversOfAction(one, servers, chosen)));
  const there = servers.filter((server) => reached.has(server));
  return there.length > 0 ? there : servers.slice(0, 1);
}

/** The servers of which a buyer chooses one: those of each game with an action that asks for it. With fewer than two, nothing is chosen. */
export function serversToChoose<T extends GameSeat>(servers: readonly T[], said: readonly SaidServer[]): T[] {
  const games = new Set(said.flatMap(({ target, server }) => (server === BUYERS_SERVER ? [target] : [])));
  const offered = servers.filter(
    ({ game }) => games.has(game) && servers.filter((one) => one.game === game).length > 1,
  );
  return offered.length > 1 ? offered : [];
}

/** A store's game servers by target, for the calls that take servers of every target. */
export function serversByGame<T extends GameSeat>(servers: readonly T[]) {
  const of = (game: Game) => servers.filter((server) => server.game === game);
  return { fivem: of('fivem'), minecraft: of('minecraft'), mta: of('mta') };
}

/** The server of an action in words, for lists of a store that has several; empty text where there is only one. */
export function serverWords(action: Action, { [action.target]: servers }: NamedServers): string {
  const { server } = action;
  const [first] = servers;
  if (server === undefined) return servers.length > 1 && first ? first.name : '';
  if (server === EVERY_SERVER) return 'todos os servidores';
  if (server === BUYERS_SERVER) return 'servidor que o cliente escolher';
  return servers.find(({ id }) => id === server)?.name ?? 'servidor removido';
}

/** Why the server of an action is no longer there, pt-BR; undefined if it is. A game that has no server yet is no problem. */
export function serverProblem(
  { target, server }: Action,
  servers: Readonly<Record<ActionTarget, readonly { id: string }[]>>,
): string | undefined {
  if (server === undefined || server === EVERY_SERVER || server === BUYERS_SERVER) return undefined;
  if (servers[target].some(({ id }) => id === server)) return undefined;
  return 'O servidor desta ação foi removido. Edite a ação e escolha outro.';
}
