import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { expire } from '../features/payments/expire-orders.ts';
import { violations } from '../features/payments/invariants.ts';
import { SELLER, type Shop, shopping, startShop } from './make-shop.ts';

/**
 * One shop for a test file about payments; `shop` exists before the first test. After each test the provider is
 * reset, and every rule about money must hold.
 */
export function usePaymentShop() {
  const shop = {} as Shop;
  beforeAll(async () => {
    Object.assign(shop, await startShop());
  });
  afterAll(() => shop.close());
  afterEach(async () => {
    shop.provider.control.clearFaults();
    shop.provider.control.seed({
      sellers: [
        { ...SELLER, applicationType: 'payments', refundMode: 'approved', revoked: false, pixKey: 'loja@pix.example' },
      ],
    });
    await shop.db.updateTable('store_credential').set({ pix_adapter: null, problem: null }).execute();
    expect(await violations(shop.db)).toEqual([]);
  });
  const doings = shopping(() => shop);
  return {
    ...doings,
    shop,
    /** Ends the order's time and, by default, runs what follows. */
    async overdue(reference: string, run = true): Promise<void> {
      await sql`update "order" set expires_at = now() - interval '1 second' where reference = ${reference}`.execute(
        shop.db,
      );
      if (run) await expire(shop.deps, shop.store.id, (await doings.see(reference))._id);
    },
  };
}
