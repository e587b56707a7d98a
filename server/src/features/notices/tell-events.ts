import { type EventKindName, type EventNews, eventKindNames } from '@vitrine/contract/notice-kinds';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Db, Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { type StoreId, storeIdOf } from '../../http/store.ts';
import { mailName } from '../mail/mail-names.ts';
import { sendMail } from '../mail/send-mail.ts';
import { panelUrl } from '../stores/public-url.ts';
import { type Hearer, hearersOf } from './hearers.ts';
import { isQuiet } from './quiet.ts';

/** Kinds of stores that one transaction tells; the next one takes the rest. */
const BATCH = 100;
/** After a mail of a kind the next one comes this many minutes later, with all that happened meanwhile. */
const GATHERED = { sale: 60, others: 15 };
/** Events that one mail lists; it counts the others. */
const LISTED = 20;

interface DueEvent {
  store_id: string;
  id: string;
  kind: EventKindName;
  news: EventNews;
  data: { centavos?: number; plan?: string; endsOn?: string; graceUntil?: string };
  order_id: string | null;
  order: number | null;
  centavos: number | null;
  /** The first product, and how many other lines the order has. */
  product: string | null;
  others: number;
}

/**
 * Writes the mails of what happened: one for each member, store and kind. Quiet hours hold all of them back. The
 * events are marked in the transaction that writes the mails, so each is in exactly one mail of each member's.
 */
export async function tellEvents(db: Db, config: Config): Promise<void> {
  while ((await transaction(db, (tx) => tellSome(tx, config))) >= BATCH);
}

/** Answers the number of kinds of stores that it told. */
async function tellSome(tx: Tx, config: Config): Promise<number> {
  const { rows } = await sql<DueEvent>`
    with ready as materialized (
      select distinct n.store_id, n.kind from notice n
        join store s on s.id = n.store_id
        left join alert_setting t on t.store_id = n.store_id
       where n.mail_at is null and not ${isQuiet}
         and not exists (select from notice p where p.store_id = n.store_id and p.kind = n.kind and p.mail_at > now()
               - make_interval(mins => case n.kind when 'sale' then ${GATHERED.sale}::int else ${GATHERED.others}::int end))
       limit ${BATCH}
    ), due as (
      select n.* from notice n join ready r on r.store_id = n.store_id and r.kind = n.kind
       where n.mail_at is null for update of n skip locked
    ), told as (
      update notice n set mail_at = now() from due d where n.store_id = d.store_id and n.id = d.id
    )
    select d.store_id, d.id, d.kind, d.news, d.data, d.order_id, o.number as "order", o.total_centavos as centavos,
           line.product, line.others
      from due d
      join store s on s.id = d.store_id and s.deleted_at is null
      left join "order" o on o.store_id = d.store_id and o.id = d.order_id
      left join lateral (
        select (array_agg(i.name order by i.position))[1] as product, count(*)::int - 1 as others
          from order_item i where i.store_id = d.store_id and i.order_id = d.order_id) line on true
     order by d.store_id, d.kind, d.id`.execute(tx);
  if (rows.length === 0) return 0;
  const stores = Map.groupBy(rows, storeIdOf);
  const hearers = await hearersOf(tx, [...stores.keys()]);
  for (const [store, events] of stores) {
    for (const hearer of hearers.get(store) ?? []) {
      for (const kind of eventKindNames.filter(hearer.mailed)) {
        const those = events.filter((event) => event.kind === kind);
        if (kind === 'plan') await mailPlan(tx, config, store, hearer, those);
        else if (those.length > 0) await mailOrders(tx, config, store, hearer, kind, those);
      }
    }
  }
  return new Set(rows.map(({ store_id, kind }) => `${store_id} ${kind}`)).size;
}

const mailKinds = { sale: 'sale_notice', refund: 'refund_notice', dispute: 'dispute_notice' } as const;

async function mailOrders(
  tx: Tx,
  config: Config,
  storeId: StoreId,
  { email: to }: Hearer,
  kind: keyof typeof mailKinds,
  events: readonly DueEvent[],
): Promise<void> {
  const shown = events.map(({ news, order, centavos, data, product, others }) => ({
    news,
    order: order ?? 0,
    centavos: data.centavos ?? centavos ?? 0,
    products: product === null ? '' : soldText(product, others),
  }));
  const [first] = events;
  const path = events.length === 1 && first?.order_id ? (`/orders?order=${first.order_id}` as const) : '/orders';
  await sendMail(tx, config, {
    kind: mailKinds[kind],
    to,
    storeId,
    data: {
      events: shown.slice(0, LISTED),
      count: shown.length,
      centavos: shown.reduce((sum, { centavos }) => sum + centavos, 0),
      url: panelUrl(config, path),
    },
  });
}

const soldText = (product: string, others: number) =>
  `${mailName(product, 'um produto')}${others > 0 ? ` e mais ${others}` : ''}`;

/** A plan has one end at a time, and each is told apart. */
async function mailPlan(
  tx: Tx,
  config: Config,
  storeId: StoreId,
  { email: to }: Hearer,
  events: readonly DueEvent[],
): Promise<void> {
  for (const { news, data } of events) {
    const { plan = '', endsOn = '', graceUntil = '' } = data;
    const end = news === 'ended' ? 'ended' : 'soon';
    const words = { plan, end, endsOn, graceUntil, url: panelUrl(config, '/subscription') } as const;
    await sendMail(tx, config, { kind: 'plan_reminder', to, storeId, data: words });
  }
}
