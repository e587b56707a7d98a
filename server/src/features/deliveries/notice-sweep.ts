import { actionSentence } from '@vitrine/contract/action-text';
import type { ActionTarget } from '@vitrine/contract/actions';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { type StoreId, storeIdOf } from '../../http/store.ts';
import { withinLimit } from '../../http/throttle.ts';
import type { Sweep } from '../../jobs/sweep.ts';
import { sendMail } from '../mail/send-mail.ts';
import { panelUrl } from '../stores/public-url.ts';
import { codeOf } from './delivery.ts';
import { actionOf } from './render/render-action.ts';
import type { Args } from './render/render-fields.ts';

interface Problem {
  store_id: string;
  number: number;
  label: string;
  target: ActionTarget;
  action_type: string;
  args: Args;
  state: string;
  code: string | null;
  message: string | null;
  email: string | null;
}

const problemOf = sql`d.store_id, o.number, d.label, d.target, d.action_type, d.args, d.state, d.code, d.message,
  case when a.email_verified_at is not null then a.email end as email`;
const ownerOf = sql`
  join "order" o on o.store_id = d.store_id and o.id = d.order_id
  join member m on m.store_id = d.store_id and m.role = 'owner'
  join account a on a.id = m.account_id`;

/**
 * Tells a store's owner by mail that deliveries need a person: at most one mail an hour per store, about its newest
 * problem. The panel shows all of them.
 */
export const noticeSweep: Sweep = {
  name: 'deliveries.notices',
  every: 15,
  async run({ db, config }) {
    await transaction(db, async (tx) => {
      const { rows } = await sql<Problem>`
        with told as (
          update delivery set noticed = true
           where (store_id, id) in (select store_id, id from delivery
             where state in ('failed', 'uncertain') and not noticed limit 500 for update skip locked)
          returning *
        )
        select distinct on (d.store_id) ${problemOf} from told d ${ownerOf} order by d.store_id, d.seq desc`.execute(
        tx,
      );
      for (const row of rows) await mailProblem(tx, config, row);
    });
  },
};

/** At most one mail an hour per store, whatever the number of deliveries. */
async function mailProblem(tx: Tx, config: Config, row: Problem): Promise<void> {
  const rule = { key: `delivery-mail:store:${row.store_id}`, limit: 1, seconds: 3600 };
  if (!row.email || !(await withinLimit(tx, rule))) return;
  await sendMail(tx, config, {
    kind: 'delivery_problem',
    to: row.email,
    storeId: storeIdOf(row),
    data: {
      order: row.number,
      product: row.label,
      action: actionSentence(actionOf(row.target, row.action_type, row.args)),
      problem: row.message ?? codeOf(row.code ?? '').text,
      uncertain: row.state === 'uncertain',
      waits: row.state === 'queued',
      url: panelUrl(config, '/orders'),
    },
  });
}

/** Tells the owner of a cause that deliveries wait for, by the first delivery that met it. Call it once for a cause. */
export async function tellOfCause(tx: Tx, config: Config, store: StoreId, delivery: string): Promise<void> {
  const { rows } = await sql<Problem>`
    select ${problemOf} from delivery d ${ownerOf} where d.store_id = ${store} and d.id = ${delivery}`.execute(tx);
  for (const row of rows) await mailProblem(tx, config, row);
}
