import type pg from 'pg';

/**
 * Hears the statements of this process's pool, as they go to the database. Returns a function that returns the statements of
 * `work`; `counts` leaves out those that belong to something else.
 */
export function hearStatements(
  pool: pg.Pool,
  counts: (text: string) => boolean = () => true,
): (work: () => Promise<unknown>) => Promise<string[]> {
  let asked: string[] = [];
  const heard = new WeakSet<object>();
  pool.on('acquire', (client) => {
    if (heard.has(client)) return;
    heard.add(client);
    const query = client.query as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      if (typeof args[0] === 'string' && counts(args[0])) asked.push(args[0]);
      return query(...args);
    }) as never;
  });
  return async (work) => {
    asked = [];
    await work();
    return asked;
  };
}
