import { afterAll } from 'vitest';
import { openDatabases } from './database.ts';

afterAll(async () => {
  const left = [...openDatabases.values()];
  await Promise.allSettled(left.map((database) => database.close()));
  if (left.length > 0) throw new Error(`${left.length} test databases were not closed`);
});
