import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

const IDLE = 0.8;
const FOR_SECONDS = 3;

function times(): { idle: number; all: number } {
  const sum = { idle: 0, all: 0 };
  for (const cpu of cpus()) {
    sum.idle += cpu.times.idle;
    sum.all += Object.values(cpu.times).reduce((total, time) => total + time, 0);
  }
  return sum;
}

/**
 * Resolves when the machine has been nearly idle for 3 s, because the work after a start (seeding, vacuum, pictures)
 * must not be measured. After `most` seconds it goes on anyway and says so.
 */
export async function settled(most: number): Promise<void> {
  let quiet = 0;
  for (let second = 0; second < most && quiet < FOR_SECONDS; second += 1) {
    const before = times();
    await delay(1000);
    const after = times();
    quiet = (after.idle - before.idle) / (after.all - before.all) >= IDLE ? quiet + 1 : 0;
  }
  if (quiet < FOR_SECONDS) console.log('The machine is busy with something else: these figures are too low.');
}
