import { readdirSync, readFileSync } from 'node:fs';

const file = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process ended meanwhile.
    return '';
  }
};

/**
 * Milliseconds that the processors have worked for this process and for the backends of the PostgreSQL server `postmaster`, all
 * together. Waiting for a busy machine is not in it. Linux only; elsewhere the backends are missing.
 */
export function processorMs(postmaster: number): number {
  const { user, system } = process.cpuUsage();
  let nanoseconds = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    // The parent is the second field behind the name, which stands in brackets.
    const parent = /^\S+ (\d+)/.exec(file(`/proc/${pid}/stat`).split(') ').at(-1) ?? '')?.[1];
    if (Number(parent) === postmaster) nanoseconds += Number(file(`/proc/${pid}/schedstat`).split(' ')[0] ?? 0);
  }
  return (user + system) / 1e3 + nanoseconds / 1e6;
}
