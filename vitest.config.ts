import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Threads in one shared module graph: the suites isolate by database, not by process (a clone costs 10 ms, a new graph 500).
const shared = {
  pool: 'threads',
  isolate: false,
  // Only what hangs meets these: the machine may be busy, and what has a limit of its own measures it.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // A wait is patient, the machine may be busy; what must happen within a limit measures it.
  expect: { poll: { timeout: 10_000 } },
} as const;

export default defineConfig({
  test: {
    // A suite waits for more than half of its time (for a poll, for the end of a process), so two cores have room for four.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    projects: [
      {
        test: {
          ...shared,
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: ['server/src/test/global-setup.ts'],
          setupFiles: ['server/src/test/setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'units',
          include: [
            'contract/src/**/*.test.ts',
            'standins/**/*.test.ts',
            'game/**/*.test.ts',
            'bin/**/*.test.ts',
            'web/**/*.test.ts',
            'bench/**/*.test.ts',
            'prove/**/*.test.ts',
          ],
        },
      },
    ],
  },
});
