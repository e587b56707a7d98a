import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { serve } from '../../http/serve.ts';
import { slowDown } from '../../http/throttle.ts';
import { deleteNote, writeNote } from './desk/order-notes.ts';
import { editTags, tagsOfStore } from './desk/order-tags.ts';
import { readWave } from './junk-wave.ts';
import { readOrderDetails, readOrders } from './read-orders.ts';
import { sendReceiptAgain } from './receipt/send-receipt.ts';
import { retargetOrder } from './retarget-order.ts';

const done = { success: true as const };
/** A receipt goes out again so often for one order: its address is what somebody typed at checkout. */
const RECEIPTS_PER_DAY = 3;

/** The panel's orders (SPEC.md, Orders page; DECISIONS.md, Placeholders). */
export async function ordersRoutes(app: App, { db, config }: Deps): Promise<void> {
  serve(app, 'POST /order', async ({ store, body }) => await readOrders(db, store.id, body));

  serve(app, 'POST /order/details', async ({ store, body: { id } }) => await readOrderDetails(db, store.id, id));

  serve(app, 'POST /order/notes/create', async ({ store, caller: { accountId, name }, body }) => {
    await transaction(db, (tx) => writeNote(tx, store.id, { accountId, name }, body));
    return done;
  });

  serve(app, 'POST /order/notes/delete', async ({ store, caller: { accountId, name }, body }) => {
    await transaction(db, (tx) => deleteNote(tx, store.id, { accountId, name }, body));
    return done;
  });

  serve(app, 'POST /order/tags', async ({ store }) => ({ ...done, tags: await tagsOfStore(db, store.id) }));

  serve(app, 'POST /order/tags/edit', async ({ store, caller: { accountId, name }, body }) => {
    await transaction(db, (tx) => editTags(tx, store.id, { accountId, name }, body));
    return done;
  });

  serve(app, 'POST /order/receipt', async ({ store, caller: { accountId, name }, body: { id } }) => {
    await slowDown(db, [{ key: `receipt-again:${store.id}:${id}`, limit: RECEIPTS_PER_DAY, seconds: 86_400 }]);
    await transaction(db, (tx) => sendReceiptAgain(tx, config, store.id, { accountId, name }, id));
    return done;
  });

  serve(app, 'POST /order/wave', async ({ store }) => ({ ...done, wave: await readWave(db, store.id) }));

  serve(app, 'POST /deliveries/retarget', async ({ store, caller, body }) => {
    const actor = { accountId: caller.accountId, name: caller.name };
    await transaction(db, (tx) => retargetOrder(tx, store.id, actor, body));
    return done;
  });
}
