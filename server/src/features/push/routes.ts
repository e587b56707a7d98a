import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { serve } from '../../http/serve.ts';
import { slowDown } from '../../http/throttle.ts';
import { deviceName } from '../accounts/account.ts';
import { pushKey } from './push-key.ts';
import { addBrowser, listBrowsers, removeBrowser } from './subscriptions.ts';

const done = { success: true } as const;
/** A browser asks again at each visit of the page. */
const ASKS = { limit: 30, seconds: 3600 };

/** Notices in a person's browsers. */
export async function pushRoutes(app: App, { db, config }: Deps): Promise<void> {
  serve(app, 'GET /account/push', async ({ caller }) => {
    const [{ publicKey: key }, browsers] = await Promise.all([pushKey(db, config), listBrowsers(db, caller)]);
    return { ...done, key, browsers };
  });

  serve(app, 'POST /account/push', async ({ caller, body, request }) => {
    await slowDown(db, [{ key: `push:${caller.accountId}`, ...ASKS }]);
    const device = deviceName(request.headers['user-agent'] ?? '');
    await transaction(db, (tx) => addBrowser(tx, config, caller, body, device));
    return done;
  });

  serve(app, 'POST /account/push/remove', async ({ caller, body: { id } }) => {
    await removeBrowser(db, caller, id);
    return done;
  });
}
