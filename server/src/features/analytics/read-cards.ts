import type { DashboardAnswer } from '@vitrine/contract/dashboard';
import { limits } from '@vitrine/contract/limits';
import { toReais } from '@vitrine/contract/money';
import type { Db } from '../../db/database.ts';
import { readAtOnce } from '../../db/transaction.ts';
import type { StoreId } from '../../http/store.ts';
import { imageAddress } from '../catalog/product.ts';
import { type Money, moneyByDay, moneyOf, readClock } from './days/queries.ts';
import { addDays, change, monthStart, monthsBefore, wordsOfPoint } from './period.ts';
import { soldFor } from './products/queries.ts';
import { bestSellers } from './queries.ts';
import { visitsOf } from './report/queries.ts';

/** Before any order of any store. */
const BEGINNING = '2000-01-01';
const MONTH_DAYS = 30;

/**
 * The sums of the dashboard, each less what was given back in its days, and their trends against the same point of the period
 * before. The best sellers come with what they were sold for. Everything comes from one snapshot.
 */
export async function readCards(db: Db, store: StoreId): Promise<Pick<DashboardAnswer, 'analytics' | 'trends'>> {
  return await readAtOnce(db, async (tx) => {
    const clock = await readClock(tx, store);
    const { today, time } = clock;
    const at = (day: string) => `${day}T${time}`;
    const until = at(today);
    const yearStart = `${today.slice(0, 4)}-01-01`;
    const last30 = addDays(today, 1 - MONTH_DAYS);
    const near = last30 < yearStart ? last30 : yearStart;

    const days = await moneyByDay(tx, store, clock, { from: near, until });
    const since = (day: string) => days.filter((one) => one.day >= day).reduce(add, none);
    const earlier = await moneyOf(tx, store, clock, { from: BEGINNING, until: `${near}T00:00:00` });
    const yesterday = { from: addDays(today, -1), until: at(addDays(today, -1)) };
    const lastMonth = { from: monthStart(today, -1), until: monthsBefore(clock, 1) };
    const before30 = { from: addDays(last30, -MONTH_DAYS), until: at(addDays(today, -MONTH_DAYS)) };
    const trend = async (now: Money, before: { from: string; until: string }) =>
      change(now.centavos, (await moneyOf(tx, store, clock, before)).centavos);

    const [ofToday, ofMonth, ofTotal] = [since(today), since(monthStart(today)), add(earlier, since(near))];
    const visitsToday = (await visitsOf(tx, store, { from: today, until }, today)) ?? 0;
    const visitsYesterday = await visitsOf(tx, store, yesterday, today);
    const thatHour = `que ontem até ${time.slice(0, 5)}`;
    const best = await bestSellers(tx, store, limits.popularPackagesAnalytics);
    const values = await soldFor(
      tx,
      store,
      clock,
      best.map(({ id }) => id),
    );
    const trends = {
      today: { percent: await trend(ofToday, yesterday), against: thatHour },
      month: { percent: await trend(ofMonth, lastMonth), against: `que até ${wordsOfPoint(lastMonth.until)}` },
      total: { percent: await trend(since(last30), before30), against: 'em 30 dias que nos 30 anteriores' },
      visits: { percent: visitsYesterday === null ? null : change(visitsToday, visitsYesterday), against: thatHour },
    };
    return {
      analytics: {
        salesToday: toReais(ofToday.centavos),
        salesMonth: toReais(ofMonth.centavos),
        salesYear: toReais(since(yearStart).centavos),
        totalSales: toReais(ofTotal.centavos),
        ordersToday: ofToday.orders,
        visitsToday,
        visitsMonth: (await visitsOf(tx, store, { from: monthStart(today), until }, today)) ?? 0,
        monthlyRevenue: Array.from({ length: limits.monthsPerYear }, (_, month) => {
          const start = monthStart(yearStart, month);
          const inMonth = days.filter(({ day }) => day >= yearStart && monthStart(day) === start);
          return toReais(inMonth.reduce(add, none).centavos);
        }),
        popularPackages: best.map(({ id, name, image, sold }) => ({
          id,
          name,
          image: image && imageAddress(image),
          value: toReais(values.get(id) ?? 0),
          quantity: sold,
        })),
      },
      trends,
    };
  });
}

const none: Money = { orders: 0, centavos: 0 };
const add = (a: Money, b: Money): Money => ({ orders: a.orders + b.orders, centavos: a.centavos + b.centavos });
