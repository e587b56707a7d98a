/** What a client and its owner's functions say to each other. The words are those of the game-server protocol. */

type Status = 'succeeded' | 'failed' | 'deferred' | 'uncertain';

/** How a delivery ended. `code` is one of the protocol's; `detail` holds what was read back after the effect. */
export interface Outcome {
  status: Status;
  code: string;
  message?: string;
  detail?: Record<string, string | number | boolean>;
}

export interface Player {
  city_id?: string;
  identity?: { kind: string; value: string };
  discord_id?: string;
}

export interface Args {
  template?: string;
  argv?: string[];
  group?: string;
  instead?: string;
  amount?: number;
  item?: string;
  vehicle?: string;
  plate?: string;
}

/** A delivery. `id` is the key of its effect: one id always means one effect. */
export interface Command {
  id: string;
  attempt: number;
  player: Player;
  action: string;
  args: Args;
  order: string;
  phase: string;
  label: string;
  only_online: boolean;
  /** Unix seconds of Vitrine's clock; after them it must not begin. */
  expires_at: number | undefined;
}

/** A command whose arguments were checked. `key` names the player as `online` does: `17`, or `kind:value`. */
export interface Job extends Command {
  key: string;
}

/** What the owner's service does for one action. */
export interface Action {
  /** Whether it works while the player is in the game, and while they are away. */
  online: boolean;
  offline: boolean;
  /** Whether it can run twice without a further effect. Then it runs again after an interruption. */
  repeatable?: boolean;
  /**
   * After an interruption: whether it happened. Keep the delivery's id in one transaction with the effect, and look for
   * it here. Undefined where nobody can tell; without this function an interrupted delivery is `uncertain`.
   */
  happened?(job: Job): Promise<boolean | undefined> | boolean | undefined;
  /**
   * Carries the action out and checks that it was done, within 10 s. If it throws or is too late, a delivery that may run
   * again (`repeatable`) is offered again, and any other one becomes `uncertain`.
   */
  run(job: Job): Promise<Outcome> | Outcome;
}

export interface Person {
  city_id: string;
  status: 'found' | 'missing' | 'unknown';
  name?: string;
}

/** A result as it travels. */
export interface Result extends Outcome {
  id: string;
  attempt: number;
  /** Unix seconds of the outcome. */
  at: number;
}

/** The key of a player, as `online` names them. */
export const keyOfPlayer = ({ city_id, identity }: Player): string =>
  identity ? `${identity.kind}:${identity.value}` : (city_id ?? '');
