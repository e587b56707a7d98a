import type { Clock } from './clock.ts';
import type { Send } from './http.ts';
import type { Action, Person } from './types.ts';

export interface GameSettings {
  /** The address of the platform, for example `https://vitrine.exemplo.com.br`. */
  address: string;
  /** The identification token of one of the store's servers. */
  token: string;
  /** File of the journal. It must outlive the process, and belongs to this server alone. */
  journal: string;
  /** The game for which the store made this server. */
  game: 'fivem' | 'minecraft' | 'mta';
  /** What runs there, in your own words: `rust`, `garrysmod`. At most 40 characters. */
  framework: string;
  /** Version of your program, `1.0.0`. */
  version?: string;
  /** What each action does, by its name in the protocol. An action of your own is `own:` and its name. */
  actions: Record<string, Action>;
  /** The players who are in the game now: `17`, or `kind:value`. Without it nobody counts as in the game. */
  online?: () => readonly string[];
  /** Who is behind a city id. A checkout asks before it takes money. */
  who?: (cityId: string) => Promise<Person> | Person;
  /** Lines for the owner. Default: the console. */
  log?: (line: string) => void;
  send?: Send;
  clock?: Clock;
}
