import { type Action, type ActionTarget, type Game, games } from '@vitrine/contract/actions';
import type { IdentityKind } from '@vitrine/contract/identity';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { fivem } from '../city/target.ts';
import { discord } from '../discord/target.ts';
import { minecraft } from '../minecraft/target.ts';
import { mta } from '../mta/target.ts';
import type { ActionType } from './delivery.ts';
import type { ActionKind, DeliveryTarget } from './delivery-target.ts';
import { type Buyer, playerAt } from './player.ts';

/** Where deliveries go. A further target is one line here and a folder with its `target.ts`. */
export const targets: { readonly [T in ActionTarget]: DeliveryTarget<Extract<Action, { target: T }>> } = {
  discord,
  fivem,
  minecraft,
  mta,
};

export const targetNames = Object.keys(targets) as ActionTarget[];

/**
 * Targets where a Discord login holds the rights: it names a person. A city id is only a number in the store's own
 * city.
 */
export const personalTargets = targetNames.filter((name) => targets[name].receiver === 'discord_id');

/** Targets whose server may still be at work when its lease ends, because only its own journal knows. */
export const keepingTargets = targetNames.filter((name) => targets[name].keepsServer);

/** True in SQL for the target of a game server, which is no other target's. */
export const ofGame = (alias: 'd' | 'delivery' | 'r'): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.target`)} in (${sql.join(games.map((game) => sql.lit(game)))})`;

/** The target whose receiver, the player, has the right that stands for an item as a whole. */
export const ITEM_TARGET: ActionTarget = 'fivem';

/** A kind of action, or undefined for a stored one that this version does not know. */
export function kindOf(target: ActionTarget, type: string): ActionKind | undefined {
  const { kinds } = targets[target];
  return Object.hasOwn(kinds, type) ? (kinds as Record<string, ActionKind>)[type] : undefined;
}

/** Types that run once for each unit of an item. */
export const perUnitTypes = targetNames.flatMap((name) =>
  Object.keys(targets[name].kinds).filter((type) => kindOf(name, type)?.perUnit),
);

/** An action's name in the protocol of games. */
export const wireName = (target: ActionTarget, type: string): string => kindOf(target, type)?.wire ?? type;

/** The type of the action that has this name in a game's protocol; the name itself if no action has it. */
export function typeOfWire(game: Game, word: string): string {
  return Object.keys(targets[game].kinds).find((type) => wireName(game, type) === word) ?? word;
}

/** The id that receives at a target: `kind` is that of the action's game server. */
export function receiverOf(target: ActionTarget, buyer: Buyer, kind: IdentityKind): string {
  return targets[target].receiver === 'discord_id' ? buyer.discord_id : playerAt(buyer, kind);
}

/** Makes these targets look at their queues. Call it in the transaction that queued their deliveries. */
export async function wakeTargets(tx: Tx, store: StoreId, names: Iterable<ActionTarget>): Promise<void> {
  for (const name of new Set(names)) await targets[name].wake?.(tx, store);
}

/** Whether an interrupted execution may be repeated without knowing whether it happened. */
export function isRepeatable(target: ActionTarget, type: string): boolean {
  return kindOf(target, type)?.repeatable ?? false;
}

/** The kind that takes back what an action gives; undefined for money, items and commands, which only the owner can define. */
export function reverseOf(target: ActionTarget, type: string): ActionType | undefined {
  return kindOf(target, type)?.takenBackBy;
}
