import {
  type EventKindName,
  type EventNews,
  eventKindNames,
  eventSentence,
  eventTitle,
  type OrderEvent,
} from '@vitrine/contract/notice-kinds';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Db, Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { type StoreId, storeIdOf } from '../../http/store.ts';
import { mailName } from '../mail/mail-names.ts';
import { isQuiet } from '../mail/quiet.ts';
import { sendMail } from '../mail/send-mail.ts';
import { type PushWords, queuePush } from '../push/queue-push.ts';
import { panelUrl } from '../stores/public-url.ts';
import { hearersOf } from './hearers.ts';

/** Kinds of stores that one transaction tells; the next one takes the rest. */
const BATCH = 100;
/** After a mail of a kind the next one comes this many minutes later, with all that happened meanwhile. Pushes do not wait. */
const GATHERED = { sale: 60, others: 15 };
/** Events that one mail lists; it counts the others. */
const LISTED = 20;

/** The way in which an event is told. Each way has its column in `notice`. */
type Way = 'mail' | 'push';

interface DueEvent {
  store_id: string;
  store: string;
  id: string;
  kind: EventKindName;
  news: EventNews;
  data: { centavos?: number; plan?: string; endsOn?: string; graceUntil?: string; to?: string; not?: string };
  order_id: string | null;
  order: number | null;
  centavos: number | null;
  /** The first product, and how many other lines the order has. */
  product: string | null;
  others: number;
}

/**
 * Writes mails and pushes of what happened: one for each member, store and kind. Quiet hours hold all of them back. The
 * events are marked in the transaction that writes them, so each member gets each event in exactly one mail and one push.
 */
export async function tellEvents(db: Db, config: Config): Promise<void> {
  for (const way of ['push', 'mail'] as const) {
    while ((await transaction(db, (tx) => tellSome(tx, config, way))) >= BATCH);
  }
}

/** Answers the number of kinds of stores that it told. */
async function tellSome(tx: Tx, config: Config, way: Way): Promise<number> {
  const at = sql.ref(way === 'mail' ? 'mail_at' : 'push_at');
  const gathers = way === 'mail';
  const { rows } = await sql<DueEvent>`
    with waiting as materialized (
      select distinct n.store_id, n.kind from notice n
        join store s on s.id = n.store_id
        left join alert_setting t on t.store_id = n.store_id
       where n.${at} is null and not ${isQuiet}
         and not (${gathers} and exists (
           select from notice p where p.store_id = n.store_id and p.kind = n.kind and p.mail_at > now()
             - make_interval(mins => case n.kind when 'sale' then ${GATHERED.sale}::int else ${GATHERED.others}::int end)))
       limit ${BATCH}
    ), ready as materialized (
      -- one transaction at a time tells a kind of a store: of two, each would take a part, and a member would get two mails
      select * from waiting
       where pg_try_advisory_xact_lock(hashtextextended('notices ' || ${way} || ' ' || store_id || ' ' || kind, 0))
    ), due as (
      select n.* from notice n join ready r on r.store_id = n.store_id and r.kind = n.kind
       where n.${at} is null for update of n skip locked
    ), told as (
      update notice n set ${at} = now() from due d where n.store_id = d.store_id and n.id = d.id
    )
    select d.store_id, s.name as store, d.id, d.kind, d.news, d.data, d.order_id, o.number as "order",
           o.total_centavos as centavos, line.product, line.others
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
    for (const { account, email, mailed, pushed } of hearers.get(store) ?? []) {
      for (const kind of eventKindNames.filter(way === 'mail' ? mailed : pushed)) {
        const those = events.filter((event) => event.kind === kind && isFor(event, account));
        if (those.length === 0) continue;
        if (way === 'push') await queuePush(tx, { account, store, kind, words: pushWords(kind, those) });
        else if (email === null) continue;
        else if (kind === 'plan') await mailPlan(tx, config, store, { account, email }, those);
        else await mailOrders(tx, config, store, { account, email }, kind, those);
      }
    }
  }
  return new Set(rows.map(({ store_id, kind }) => `${store_id} ${kind}`)).size;
}

/** Some events are for one person, or for all but whoever made them happen. */
const isFor = ({ data: { to, not } }: DueEvent, account: string) =>
  (to === undefined || to === account) && not !== account;

/** A member, and their proven address. */
type Reader = { account: string; email: string };

const mailKinds = {
  sale: 'sale_notice',
  refund: 'refund_notice',
  dispute: 'dispute_notice',
  refund_approval: 'refund_approval_notice',
  manual_approval: 'manual_approval_notice',
} as const;

const shownOf = ({ news, order, centavos, data, product, others }: DueEvent): OrderEvent => ({
  news,
  order: order ?? 0,
  centavos: data.centavos ?? centavos ?? 0,
  products: product === null ? '' : `${mailName(product, 'um produto')}${others > 0 ? ` e mais ${others}` : ''}`,
});

/** One order opens itself; several open the list. */
const pathOf = (events: readonly DueEvent[]) =>
  events.length === 1 && events[0]?.order_id ? (`/orders?order=${events[0].order_id}` as const) : '/orders';

const sumOf = (shown: readonly OrderEvent[]) => shown.reduce((sum, { centavos }) => sum + centavos, 0);

async function mailOrders(
  tx: Tx,
  config: Config,
  storeId: StoreId,
  { account, email: to }: Reader,
  kind: keyof typeof mailKinds,
  events: readonly DueEvent[],
): Promise<void> {
  const shown = events.map(shownOf);
  await sendMail(tx, config, {
    kind: mailKinds[kind],
    to,
    storeId,
    member: { account, hears: [kind] },
    data: {
      events: shown.slice(0, LISTED),
      count: shown.length,
      centavos: sumOf(shown),
      url: panelUrl(config, pathOf(events)),
    },
  });
}

/** A plan has one end at a time, and each is told apart. */
async function mailPlan(
  tx: Tx,
  config: Config,
  storeId: StoreId,
  { account, email: to }: Reader,
  events: readonly DueEvent[],
): Promise<void> {
  for (const { news, data } of events) {
    const { plan = '', endsOn = '', graceUntil = '' } = data;
    const end = news === 'ended' ? 'ended' : 'soon';
    const words = { plan, end, endsOn, graceUntil, url: panelUrl(config, '/subscription') } as const;
    const member = { account, hears: ['plan'] as const };
    await sendMail(tx, config, { kind: 'plan_reminder', to, storeId, member, data: words });
  }
}

/** A push has room for one event, or for how many there are. */
function pushWords(kind: EventKindName, events: readonly DueEvent[]): PushWords {
  const { id: tag = '', store = '', news, data } = events[0] ?? {};
  if (kind === 'plan') {
    const { plan = '', endsOn = '' } = data ?? {};
    const title = `O plano ${plan} ${news === 'ended' ? 'terminou' : 'termina'} em ${endsOn}`;
    return { title, body: store, path: '/subscription', tag };
  }
  const shown = events.map(shownOf);
  const [first] = shown;
  return {
    title: eventTitle(kind, first, { count: shown.length, centavos: sumOf(shown) }),
    body: first && shown.length === 1 ? `${eventSentence(first)}\n${store}` : store,
    path: pathOf(events),
    tag,
  };
}
