import type { Action } from '@vitrine/contract/actions';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import type { ActionType } from './delivery.ts';
import type { Args, Rendered, Values } from './render/render-fields.ts';

/** The ids of an order's buyer, as its row has them. */
export interface BuyerIds {
  client: number;
  discord_id: string;
}

/** One kind of action at one target. */
export interface ActionKind<A extends Action = Action> {
  /** Whether a repetition changes nothing. Any other kind becomes `uncertain` when it is interrupted. */
  repeatable: boolean;
  /** The right that it gives or takes, as its key among a holder's rights. A kind without one leaves no right. */
  subject?(args: Readonly<Args>): string;
  /** The kind that takes back what this one gives, with the same arguments. A kind with a subject and without it takes. */
  takenBackBy?: ActionType;
  /** Runs once for each unit of an item. Any other kind runs once and multiplies what it gives, if that is an amount. */
  perUnit?: true;
  /** Works only while the player is in the city. */
  needsPlayer?: true;
  /** What the buyer reads in place of its sentence, where that holds a secret of the owner; pt-BR. */
  buyerText?: string;
  /** Whether an expiration of this kind that ends no right of its own ends the item as a whole. */
  endsItem: boolean;
  /** Arguments of one execution; see `renderAction`. */
  render(action: A, values: Values, quantity: number): Rendered;
  /** Stored arguments as the fields of an action again, for its sentence. */
  fieldsOf(args: Readonly<Args>): Omit<A, 'target' | 'type' | 'executionTiming' | 'id'>;
}

/** What a target says of itself, in the `target.ts` of its folder. The list of all is targets.ts. */
export interface DeliveryTarget<A extends Action = Action> {
  /** Which of the buyer's ids receives: that id holds the rights, and its deliveries go out in order. */
  holder: keyof BuyerIds;
  /**
   * Leaves what makes the target look at its queue, in the transaction that filled it. Null for a target that listens to
   * the channel `deliveries`: each move tells it anyway.
   */
  wake: ((tx: Tx, store: StoreId) => Promise<void>) | null;
  /** Whether only the server that had a delivery may have it again after its lease: its journal alone knows. */
  keepsServer: boolean;
  kinds: { readonly [T in A['type']]: ActionKind<Extract<A, { type: T }>> };
  /** For the store's people, pt-BR. */
  words: {
    /** While it is out. */
    sent: string;
    /** Why it waits for the target's server, by whether that is away (null: there never was one). */
    queued(serverAway: boolean | null): string | null;
  };
}
