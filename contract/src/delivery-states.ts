import type { DeliveryState } from './order-words.ts';

/**
 * Whether a delivery can still change: it may arrive, and a person may cancel it. After it arrived or was cancelled, only a
 * late report of the game server moves it.
 */
export function canStillChange(state: DeliveryState): boolean {
  return state !== 'succeeded' && state !== 'cancelled';
}
