import { limits } from '@vitrine/contract/limits';
import { afterAll, beforeAll, type MockInstance, vi } from 'vitest';

/**
 * In the file that calls it, a game server's poll is never held: one that brings nothing is answered at once instead of
 * after 3.5 s. `city/game-hold.test.ts` tests the holding itself.
 */
export function answerPollsAtOnce(): void {
  let held: MockInstance;
  beforeAll(() => {
    held = vi.spyOn(limits, 'gameHoldMs', 'get').mockReturnValue(0 as never);
  });
  afterAll(() => held.mockRestore());
}
