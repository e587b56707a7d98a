import type { ActionTarget } from '@vitrine/contract/actions';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import type { StoreId } from '../../../http/store.ts';
import { moveDeliveries } from '../move-deliveries.ts';
import type { Args } from '../render/render-fields.ts';
import { claimKey, claimRights, moveSource } from '../rights.ts';
import { subjectAt } from '../seats/action-seats.ts';
import { ITEM_TARGET } from '../targets.ts';
import { CORRECTED } from './corrected.ts';
import { firstOf, type Goods } from './lock-goods.ts';

/** What a confirmation becomes. */
export interface Becomes {
  player: string;
  client: number;
  subject: string | null;
  seat: string | null;
}

/** With these codes, a delivery could not be made when its order was completed. So it claimed no right then. */
const NEVER_CLAIMED = ['invalid_args', 'server_ended', 'server_missing'];

/** A right of one item: its name, and the target where it is held. */
interface Held {
  target: ActionTarget;
  subject: string;
}

/** The right that an expiration ends. */
const endedBy = ({ target, subject, product_id }: Goods): Held =>
  subject === null ? { target: ITEM_TARGET, subject: `product:${product_id}` } : { target, subject };

const keyOf = ({ target, subject }: Held) => `${target} ${subject}`;

/** The open expirations that end what this confirmation gives: those of its own right, and those that wait for it. */
export function endingsOf(goods: Goods, all: readonly Goods[]): Goods[] {
  const first = firstOf(goods, all);
  return all.filter(
    (one) =>
      one.phase === 'expiration' &&
      one.order_id === goods.order_id &&
      one.item_id === goods.item_id &&
      one.target === goods.target &&
      one.seat_id === goods.seat_id &&
      (one.state === 'scheduled' || (one.state === 'failed' && NEVER_CLAIMED.includes(one.code ?? ''))) &&
      (one.depends_on === first.id || (goods.subject !== null && one.subject === goods.subject)),
  );
}

/**
 * Lets the right of a confirmation follow it: to another name, server or player, with the time that it still has. The
 * expirations that end it go the same way. They get the arguments that `argsOf` answers, if it answers any; with `corrects`
 * these come from a person. An expiration that had failed with its confirmation is scheduled again. The caller holds the locks
 * of `lockGoods` and changes the confirmation itself. Answers false if the right is over: then nothing may be sent.
 */
export async function followRight(
  tx: Tx,
  store: StoreId,
  goods: Goods,
  {
    all,
    to,
    argsOf,
    corrects = false,
  }: { all: readonly Goods[]; to: Becomes; argsOf(ending: Goods): Args | undefined; corrects?: boolean },
): Promise<boolean> {
  const { order_id: order, item_id: item, target } = goods;
  const endings = endingsOf(goods, all);
  const ends = new Map<string, Date | null>();
  const renamed = (subject: string): string => {
    if (subject === goods.subject) return to.subject as string;
    if (subject.startsWith('product:')) return subject;
    const bare = goods.seat_id === null ? subject : subject.replace(`@${goods.seat_id}`, '');
    return subjectAt(to.seat, bare) as string;
  };
  const own = goods.subject === null ? [] : [{ target, subject: goods.subject }];
  const held = new Map([...own, ...endings.map(endedBy)].map((right) => [keyOf(right), right]));
  for (const [key, right] of [...held].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { target: at, subject } = right;
    const next = { receiver: to.player, subject: renamed(subject) };
    let end = await moveSource(tx, store, { order, item, target: at, subject }, next);
    if (end === undefined && NEVER_CLAIMED.includes(goods.code ?? '') && goods.state !== 'succeeded') {
      const days = endings.some((ending) => keyOf(endedBy(ending)) === key) ? goods.days : null;
      const claimed = await claimRights(tx, store, order, [{ ...next, target: at, itemId: item, days }]);
      end = claimed.get(claimKey({ target: at, itemId: item, subject: next.subject })) ?? null;
    }
    if (end === undefined) {
      if (subject === goods.subject) return false;
      continue;
    }
    ends.set(key, end);
  }
  const changed = endings.map((ending) => ({
    id: ending.id,
    subject: ending.subject === null ? null : renamed(ending.subject),
    dueAt: ends.get(keyOf(endedBy(ending))) ?? null,
    args: argsOf(ending) ?? null,
    state: ending.state,
    history: newId(),
  }));
  await sql`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
        as w(id text, subject text, args jsonb, "dueAt" timestamptz, state text, history text)
    ), told as (
      insert into delivery_history (store_id, delivery_id, id, state, attempt, code)
      select ${store}, id, history, state, 0, ${CORRECTED} from wanted where args is not null and ${corrects}
    )
    update delivery d
       set subject = w.subject, args = coalesce(w.args, d.args), due_at = coalesce(w."dueAt", d.due_at),
           player = ${to.player}, client = ${to.client}, seat_id = ${to.seat}, updated_at = now()
      from wanted w where d.store_id = ${store} and d.id = w.id`.execute(tx);
  await moveDeliveries(
    tx,
    store,
    endings
      .filter(({ state }) => state === 'failed')
      .map(({ id }) => ({ id, from: 'failed' as const, to: 'scheduled' as const, code: null })),
  );
  return true;
}
