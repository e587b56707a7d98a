import type { DashboardAnswer } from '@vitrine/contract/dashboard';
import { limits } from '@vitrine/contract/limits';
import { formatCentavos } from '@vitrine/contract/money';
import type { Permission } from '@vitrine/contract/permissions';
import type { Db } from '../../db/database.ts';
import type { Caller } from '../../http/session.ts';
import type { StoreId } from '../../http/store.ts';
import { readAlerts } from '../alerts/read-alerts.ts';
import { countLowStock } from '../catalog/low-stock.ts';
import { unfitProducts } from '../catalog/unfit-products.ts';
import { readWave } from '../orders/junk-wave.ts';
import { readOrders } from '../orders/read-orders.ts';
import { planAllowsDiscord } from '../plans/current-plan.ts';
import { attentionOf, checklistOf } from './attention.ts';
import { activeCoupons, storeHealth } from './queries.ts';
import { readCards } from './read-cards.ts';

const COUPONS = 5;

/**
 * Everything that the dashboard shows, in a few small queries however many orders there are. `may` says what the caller's
 * role allows: whoever may not read orders sees the figures without orders, and only problems that are theirs to solve.
 */
export async function readDashboard(
  db: Db,
  store: StoreId,
  { sessionId }: Pick<Caller, 'sessionId'>,
  may: (permission: Permission) => boolean,
): Promise<DashboardAnswer> {
  const [{ analytics, trends }, coupons, health, unfit, low_stock, wave, alerts, newest, discord] = await Promise.all([
    readCards(db, store),
    may('discounts.edit') ? activeCoupons(db, store, COUPONS) : [],
    storeHealth(db, store, sessionId),
    may('catalog.edit') ? unfitProducts(db, store) : [],
    may('catalog.edit') ? countLowStock(db, store) : 0,
    may('orders.refund') ? readWave(db, store) : null,
    readAlerts(db, store, may),
    may('orders.read') ? readOrders(db, store, { limit: limits.recentOrders, purchases: true }) : undefined,
    planAllowsDiscord(db, store),
  ]);
  return {
    success: true,
    orders: newest?.response ?? [],
    analytics,
    trends,
    coupons: coupons.map(({ id, code, type, value, uses, max_uses, expires_at }) => ({
      id,
      code,
      text: type === 'fixed' ? `${formatCentavos(value)} de desconto` : `${value}% de desconto`,
      usage: max_uses === null ? String(uses) : `${uses}/${max_uses}`,
      expiresAt: expires_at?.toISOString() ?? null,
    })),
    attention: attentionOf({ ...health, low_stock }, unfit, wave, alerts, may),
    // The first steps are settings, so only people who may edit them see the list.
    checklist: may('store.edit') ? checklistOf(health, { discord }) : [],
  };
}
