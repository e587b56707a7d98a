import type { Task } from '../../../jobs/task.ts';
import { sendByRcon } from './send-by-rcon.ts';

/** Task `city.rcon`: sends what waits for a Minecraft server over RCON, or asks whether it is there. */
export const rconTask: Task<'city.rcon'> = {
  run: (deps, { storeId, seatId }, { signal }) => sendByRcon(deps, { store: storeId, seat: seatId }, signal),
  concurrency: 32,
  perStore: 4,
  // What a lost job left is found by the sweep.
  retries: 0,
  timeoutSeconds: 120,
};
