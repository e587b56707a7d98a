import type { Profile } from '@vitrine/contract/account-answers';
import { mayDo } from '@vitrine/contract/permissions';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import { isBounced } from '../mail/outbox.ts';
import { userOnWire } from './account.ts';
import { bestPaidPlan, findAccount, profileStores, recentActivity } from './queries.ts';

const ACTIVITY_ENTRIES = 10;
const FREE_PLAN = 'Gratuito';

/** The first page of an account: its stores, their paid orders, the best plan and the last activity. */
export async function readProfile(db: Db, config: Config, accountId: string): Promise<Profile> {
  const [account, stores] = await Promise.all([findAccount(db, accountId), profileStores(db, accountId)]);
  if (!account) throw new Refusal('unauthenticated');
  const all = stores.map(({ id }) => id);
  const audited = stores.filter(({ role }) => mayDo(role, 'audit.read')).map(({ id }) => id);
  const [plan, activity, mailRefused] = await Promise.all([
    bestPaidPlan(db, all),
    recentActivity(db, audited, ACTIVITY_ENTRIES),
    account.email ? isBounced(db, account.email) : false,
  ]);
  return {
    success: true,
    mailRefused,
    user: userOnWire(account, config.discord.cdnUrl),
    orders: stores.reduce((sum, store) => sum + store.orders, 0),
    stores: stores.length,
    plan: plan?.name ?? FREE_PLAN,
    storeList: stores.map(({ id, name, subdomain, status, products, orders }) => ({
      id,
      name,
      subdomain,
      status: status === 'active' ? 'Ativa' : 'Inativa',
      products: products ?? 0,
      orders,
    })),
    activity: activity.map(({ id, actor, text, at, store }) => ({
      id,
      text: `${actor}: ${text}`,
      at: at.toISOString(),
      store,
    })),
  };
}
