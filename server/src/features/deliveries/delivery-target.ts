import type { Action } from '@vitrine/contract/actions';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import type { ActionType } from './delivery.ts';
import type { Args, Rendered, Values } from './render/render-fields.ts';

/** One kind of action at one target. */
export interface ActionKind<A extends Action = Action> {
  /**
   * Whether running it twice does the same as running it once. Any other kind becomes `uncertain` when it is
   * interrupted.
   */
  repeatable: boolean;
  /** The right that it gives or takes, as its key among a receiver's rights. A kind without this leaves no right. */
  subject?(args: Readonly<Args>): string;
  /**
   * The kind that takes back what this one gives, with the same arguments. A kind with only a subject takes a right.
   */
  takenBackBy?: ActionType;
  /**
   * Runs once for each unit of an item. Any other kind runs once, and an amount that it gives is multiplied by the
   * units.
   */
  perUnit?: true;
  /** Its name in the protocol of games, where that is another (`add_group` of `minecraft_add_group`). */
  wire?: string;
  /** Works only while the player is in the city. */
  needsPlayer?: true;
  /** What the buyer reads (pt-BR) where the usual sentence would show a secret of the owner. */
  buyerText?: string;
  /** Whether an expiration of this kind ends the whole item when it takes back no right of its own. */
  endsItem: boolean;
  /** Arguments of one execution; see `renderAction`. */
  render(action: A, values: Values, quantity: number): Rendered;
  /** Turns stored arguments back into the fields of an action, for its sentence. */
  fieldsOf(args: Readonly<Args>): Omit<A, 'target' | 'type' | 'executionTiming' | 'id'>;
}

/** How deliveries to a target work, in the `target.ts` of its folder. targets.ts lists all targets. */
export interface DeliveryTarget<A extends Action = Action> {
  /** Who receives: a player of a game server, or a Discord login. That id holds the rights, and its deliveries go out in order. */
  receiver: 'player' | 'discord_id';
  /**
   * Makes the target look at its queue, in the transaction that filled it. Null for a target that listens to the
   * channel `deliveries`, because each move writes to that channel.
   */
  wake: ((tx: Tx, store: StoreId) => Promise<void>) | null;
  /**
   * Whether, after its lease, a delivery goes only to the server that had it, because only that server's journal knows
   * its fate.
   */
  keepsServer: boolean;
  kinds: { readonly [T in A['type']]: ActionKind<Extract<A, { type: T }>> };
  /** Texts for the store's people, pt-BR. */
  words: {
    /** While the delivery is out. */
    sent: string;
    /** Why the delivery waits for the target's server. `serverAway` is null where no server ever connected. */
    queued(serverAway: boolean | null): string | null;
  };
}
