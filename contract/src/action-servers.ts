import type { Action, ActionTarget } from './actions.ts';

/** Which of a store's servers an action goes to: the first one unless it says another. For Discord the first is the main one. */

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

/** What an action says about its game server; undefined for the store's first one, and for Discord. */
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
export function serverWords(action: Action, { [action.target]: servers }: NamedServers): string {
  const { server } = action;
  const [first] = servers;
  if (server === undefined) return servers.length > 1 && first ? first.name : '';
  if (server === EVERY_SERVER) return 'todos os servidores';
  if (server === BUYERS_SERVER) return 'servidor que o cliente escolher';
  return servers.find(({ id }) => id === server)?.name ?? 'servidor removido';
}

/** Why an action goes to no server that is there, pt-BR; undefined where it does. */
export function serverProblem(
  { target, server }: Action,
  servers: Readonly<Record<ActionTarget, readonly { id: string }[]>>,
): string | undefined {
  if (server === undefined || server === EVERY_SERVER || server === BUYERS_SERVER) return undefined;
  if (servers[target].some(({ id }) => id === server)) return undefined;
  return 'O servidor desta ação foi removido. Edite a ação e escolha outro.';
}
