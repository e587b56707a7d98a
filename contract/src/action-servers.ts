import type { Action } from './actions.ts';

/** Which of a store's game servers an action goes to: the first one unless it says another. */

/** `server` of an action that runs on every server of the store. */
export const EVERY_SERVER = 'all';

/** `server` of an action that runs on the server that the buyer chooses. */
export const BUYERS_SERVER = 'buyer';

/** The same for a database column of actions: `actions @> buyersActions`. */
export const buyersActions = JSON.stringify([{ server: BUYERS_SERVER }]);

/** A server as actions name it. The store's first server comes first in every list. */
export interface NamedServer {
  id: string;
  name: string;
}

/** What an action says about its server; undefined for the store's first one, and for Discord. */
export function serverOf(action: Action): string | undefined {
  return action.target === 'fivem' ? action.server : undefined;
}

/**
 * The servers that a cart's game actions reach: `named` is what the actions say, the first server by its id, and `chosen`
 * is the buyer's. A cart that reaches none is the first server's.
 */
export function serversReached<T extends { id: string }>(
  servers: readonly T[],
  named: readonly string[],
  chosen: string | undefined,
): T[] {
  if (named.includes(EVERY_SERVER)) return [...servers];
  const ids = new Set(named.map((id) => (id === BUYERS_SERVER ? (chosen ?? servers[0]?.id) : id)));
  const there = servers.filter(({ id }) => ids.has(id));
  return there.length > 0 ? there : servers.slice(0, 1);
}

/** The server of an action in words, for lists of a store that has several; empty text where there is only one. */
export function serverWords(action: Action, servers: readonly NamedServer[]): string {
  const [first] = servers;
  if (action.target !== 'fivem' || !first) return '';
  if (action.server === undefined) return servers.length > 1 ? first.name : '';
  if (action.server === EVERY_SERVER) return 'todos os servidores';
  if (action.server === BUYERS_SERVER) return 'servidor que o cliente escolher';
  return servers.find(({ id }) => id === action.server)?.name ?? 'servidor removido';
}

/** Why an action goes to no server that is there, pt-BR; undefined where it does. */
export function serverProblem(action: Action, servers: readonly string[]): string | undefined {
  const server = serverOf(action);
  if (server === undefined || server === EVERY_SERVER || server === BUYERS_SERVER) return undefined;
  if (servers.includes(server)) return undefined;
  return 'O servidor desta ação foi removido. Edite a ação e escolha outro.';
}
