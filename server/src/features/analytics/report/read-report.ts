import { targetTexts } from '@vitrine/contract/action-types';
import type { FigureSums, FiguresAnswer, FiguresQuery } from '@vitrine/contract/figures';
import { toReais } from '@vitrine/contract/money';
import type { OrderPaymentMethod } from '@vitrine/contract/orders';
import type { Db } from '../../../db/database.ts';
import { readAtOnce } from '../../../db/transaction.ts';
import type { StoreId } from '../../../http/store.ts';
import { codeOf } from '../../deliveries/delivery.ts';
import {
  type Fact,
  type Failures,
  type HourMoney,
  moneyByHour,
  readClock,
  readFacts,
  readFailures,
} from '../days/queries.ts';
import type { Figure } from '../facts/queries.ts';
import { lastDayOf, spansOf } from '../period.ts';
import { readProducts } from '../products/queries.ts';
import { openFailures, visitsOf } from './queries.ts';
import { type DayMoney, stepsOf } from './steps.ts';

/** A range of days as the call names it. */
export type ReportQuery = Omit<FiguresQuery, 'subdomain'>;

/** What the call and its files tell of a range; lists are whole. */
export type Report = Omit<FiguresAnswer, 'success'>;

/**
 * The figures of a range of days beside those of the range before, up to the same time of day while the range is running.
 * Everything comes from one snapshot, from written days and from what came since. Lists have the first `atMost` rows.
 */
export async function readReport(
  db: Db,
  store: StoreId,
  query: ReportQuery,
  atMost = Number.POSITIVE_INFINITY,
): Promise<Report> {
  return await readAtOnce(db, async (tx) => {
    const clock = await readClock(tx, store);
    const { range, from = clock.today, to = clock.today } = query;
    const { span, before } = spansOf(clock, range === 'custom' ? { range, from, to } : { range });
    const facts = await readFacts(tx, store, clock, span);
    const former = await readFacts(tx, store, clock, before, COMPARED);
    const days = { from: span.from, to: lastDayOf(span) };
    const hours = days.from === days.to;
    const steps = hours
      ? hourSteps(
          await moneyByHour(tx, store, clock, span),
          await moneyByHour(tx, store, clock, before),
          days.to === clock.today ? Number(clock.time.slice(0, 2)) : 23,
        )
      : stepsOf(query.by, days, byDay(facts), { from: before.from, to: lastDayOf(before) }, byDay(former), range);
    const off = byKey(facts, 'coupon_off');
    const sold = await readProducts(tx, store, clock, span, atMost);
    return {
      ...days,
      before: { from: before.from, to: lastDayOf(before) },
      running: days.to === clock.today,
      now: sumsOf(facts, await visitsOf(tx, store, span, clock.today)),
      former: sumsOf(former, await visitsOf(tx, store, before, clock.today)),
      step: hours ? 'hour' : query.by,
      steps,
      methods: listOf(facts, 'method').map(({ key, count, centavos }) => ({
        method: key as OrderPaymentMethod,
        orders: count,
        value: toReais(centavos),
      })),
      products: sold.map(({ centavos, ...product }) => ({ ...product, value: toReais(centavos) })),
      coupons: listOf(facts, 'coupon')
        .slice(0, atMost)
        .map(({ key, count, centavos }) => ({
          code: key,
          orders: count,
          value: toReais(centavos),
          discount: toReais(off.get(key)?.centavos ?? 0),
        })),
      marks: {
        gifts: sum(facts, 'gift').count,
        refunded: sum(facts, 'refund', 'whole').count,
        refundedInPart: sum(facts, 'refund', 'part').count,
        chargebacks: sum(facts, 'refund', 'chargeback').count,
        disputes: sum(facts, 'dispute').count,
      },
      deliveries: deliveriesOf(
        facts,
        await readFailures(tx, store, clock, span, atMost),
        await openFailures(tx, store, clock.zone, span),
        atMost,
      ),
    };
  });
}

/** The figures that are read of the range before. */
const COMPARED: readonly Figure[] = ['sale', 'refund', 'first'];

const nothing = { count: 0, centavos: 0 };

/** The facts of one figure by key. */
const byKey = (facts: readonly Fact[], figure: Figure): ReadonlyMap<string, Fact> =>
  new Map(facts.filter((fact) => fact.figure === figure).map((fact) => [fact.key, fact]));

/** The facts of one figure, those with the most money first. */
const listOf = (facts: readonly Fact[], figure: Figure) =>
  facts
    .filter((fact) => fact.figure === figure)
    .sort((a, b) => b.centavos - a.centavos || b.count - a.count || (a.key < b.key ? -1 : 1));

/** All facts of a figure together, or those with one key. */
function sum(facts: readonly Fact[], figure: Figure, key?: string): { count: number; centavos: number } {
  return facts
    .filter((fact) => fact.figure === figure && (key === undefined || fact.key === key))
    .reduce((all, { count, centavos }) => ({ count: all.count + count, centavos: all.centavos + centavos }), nothing);
}

function sumsOf(facts: readonly Fact[], visits: number | null): FigureSums {
  const [sold, refunded, first] = [sum(facts, 'sale'), sum(facts, 'refund'), sum(facts, 'first')];
  return {
    revenue: toReais(sold.centavos - refunded.centavos),
    sold: toReais(sold.centavos),
    refunded: toReais(refunded.centavos),
    orders: sold.count,
    average: sold.count === 0 ? null : toReais(Math.round(sold.centavos / sold.count)),
    visits,
    conversion: visits ? Math.round((sold.count / visits) * 1000) / 10 : null,
    firstOrders: first.count,
    returningOrders: sold.count - first.count,
  };
}

function byDay(facts: readonly Fact[]): Map<string, DayMoney> {
  const days = new Map<string, DayMoney>();
  for (const { figure, day, count, centavos } of facts) {
    if (figure !== 'sale' && figure !== 'refund') continue;
    const money = days.get(day) ?? { orders: 0, sold: 0, refunded: 0 };
    if (figure === 'sale') Object.assign(money, { orders: count, sold: centavos });
    else money.refunded += centavos;
    days.set(day, money);
  }
  return days;
}

/** The hours of a day up to `last`. `figure_day` has no hours, so they are read from the orders. */
function hourSteps(now: HourMoney[], former: HourMoney[], last: number): Report['steps'] {
  const none = { orders: 0, sold: 0, refunded: 0 };
  return Array.from({ length: last + 1 }, (_, hour) => {
    const of = (hours: HourMoney[]) => hours.find((one) => one.hour === hour) ?? none;
    const [{ orders, sold, refunded }, then] = [of(now), of(former)];
    return {
      start: String(hour),
      orders,
      sold: toReais(sold),
      refunded: toReais(refunded),
      revenue: toReais(sold - refunded),
      former: toReais(then.sold - then.refunded),
    };
  });
}

/** The smallest number of seconds within which at least this share of the deliveries arrived; null without deliveries. */
function percentile(counts: readonly { seconds: number; count: number }[], share: number): number | null {
  const wanted = counts.reduce((all, { count }) => all + count, 0) * share;
  let seen = 0;
  for (const { seconds, count } of counts) {
    seen += count;
    if (seen >= wanted) return seconds;
  }
  return null;
}

function deliveriesOf(
  facts: readonly Fact[],
  failures: readonly Failures[],
  open: number,
  atMost: number,
): Report['deliveries'] {
  const arrivals = facts
    .filter(({ figure }) => figure === 'arrival')
    .map(({ key, count }) => ({ seconds: Number(key), count }))
    .sort((a, b) => a.seconds - b.seconds);
  const of = (part: Failures['by'], nameOf: (failure: Failures) => string) => {
    const counts = new Map<string, number>();
    for (const failure of failures) {
      const name = nameOf(failure);
      if (failure.by === part) counts.set(name, (counts.get(name) ?? 0) + failure.count);
    }
    return [...counts]
      .map(([name, count]) => ({ name, count }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  };
  const causes = of('cause', ({ name }) => codeOf(name ?? '').text);
  return {
    arrived: arrivals.reduce((all, { count }) => all + count, 0),
    half: percentile(arrivals, 0.5),
    most: percentile(arrivals, 0.95),
    failed: causes.reduce((all, { count }) => all + count, 0),
    open,
    products: of('product', ({ name }) => name ?? '').slice(0, atMost),
    causes: causes.slice(0, atMost),
    servers: of('server', ({ name, target }) => name ?? targetTexts[target as keyof typeof targetTexts].name).slice(
      0,
      atMost,
    ),
  };
}
