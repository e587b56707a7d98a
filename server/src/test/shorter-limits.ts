import { limits } from '@vitrine/contract/limits';
import { afterAll, beforeAll, type MockInstance, vi } from 'vitest';

/** Limits that are smaller in the file of tests that asks for it, so that it does not spend its time on them. */

function during(name: 'gameHoldMs' | 'proofBits', value: number): void {
  let spy: MockInstance;
  beforeAll(() => {
    spy = vi.spyOn(limits, name, 'get').mockReturnValue(value as never);
  });
  afterAll(() => spy.mockRestore());
}

/**
 * A game server's poll is never held: one that brings nothing is answered at once instead of after 3.5 s.
 * `city/game-hold.test.ts` tests the holding itself.
 */
export const answerPollsAtOnce = () => during('gameHoldMs', 0);

/** A proof of work takes a moment instead of half a second. `checkout/proof-of-work.test.ts` tests the work itself. */
export const askForLittleWork = () => during('proofBits', 4);
