import type { ResendFilter, ResendJob, ResendPlanAnswer } from '@vitrine/contract/resends';
import { sql } from 'kysely';
import { resendTask } from '../features/deliveries/resend/run-resend.ts';
import type { TestApp } from './app.ts';
import { type GameClient, result } from './game-client.ts';
import type { MadeStore } from './make.ts';

interface Row {
  id: string;
  state: string;
  phase: string;
  code: string | null;
  resend: number;
  args: { amount?: number };
}

export const delivered: Pick<ResendFilter, 'states'> = { states: ['succeeded'] };

/** What tests of resends do at the store and with the city that `where` names. */
export function resendDesk(where: () => { app: TestApp; store: MadeStore; game: GameClient }) {
  const call = (path: string, body: object, token?: string) => {
    const { app, store } = where();
    return app.post(
      `/v1/deliveries/resends${path}`,
      { subdomain: store.subdomain, ...body },
      { token: token ?? store.token },
    );
  };
  const start = (filter: object = delivered, token?: string) =>
    call('/start', { ...filter, reason: 'A cidade foi apagada', asOf: new Date().toISOString() }, token);
  return {
    call,
    start,
    plan: async (filter: object = delivered) => (await call('/plan', filter)).json<ResendPlanAnswer>(),
    started: async (filter: object = delivered) => (await start(filter)).json<{ job: ResendJob }>().job,
    change: async (id: string, to: string) =>
      (await call('/change', { id, change: to })).json<{ job: ResendJob }>().job,
    /** One run of a worker on the job. */
    work(id: string) {
      const { app, store } = where();
      const attempt = { number: 1, last: false, signal: new AbortController().signal };
      return resendTask.run(app.deps, { storeId: store.id, jobId: id }, attempt);
    },
    async jobOf(id: string) {
      const { jobs } = (await call('', {})).json<{ jobs: ResendJob[] }>();
      return jobs.find((job) => job.id === id) as ResendJob;
    },
    /** The city takes and answers everything that it may have now. */
    async deliverAll(status: 'succeeded' | 'failed' = 'succeeded', code = 'ok'): Promise<number> {
      const { game } = where();
      let count = 0;
      for (let commands = await game.take(); commands.length > 0; commands = await game.take()) {
        await game.report(...commands.map((command) => result(command, status, code)));
        count += commands.length;
      }
      return count;
    },
    async rows(order: string): Promise<Row[]> {
      const { rows } = await sql<Row>`
        select id, state, phase, code, resend, args from delivery where order_id = ${order} order by seq`.execute(
        where().app.db,
      );
      return rows;
    },
  };
}
