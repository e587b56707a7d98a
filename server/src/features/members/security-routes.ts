import { limits } from '@vitrine/contract/limits';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { serve } from '../../http/serve.ts';
import { slowDown } from '../../http/throttle.ts';
import { EXPORTED_EVENTS, storeSecurity } from '../accounts/security-log/read-security.ts';
import { answerPage, sendSecurityFile } from '../accounts/security-log/security-answers.ts';

/** The security log of a store, for people who may read its log of changes. */
export async function storeSecurityRoutes(app: App, { db }: Deps): Promise<void> {
  serve(app, 'POST /security', async ({ store, body: { cursor, limit = limits.pageMax } }) => {
    const page = { before: cursor?.replaceAll('\u0000', ''), limit: limit + 1 };
    return answerPage(await storeSecurity(db, store.id, page), limit);
  });

  serve(app, 'POST /security/export', async ({ store, body: { format }, reply }) => {
    await slowDown(db, [{ key: `security-export:${store.id}`, limit: 10, seconds: 3600 }]);
    const rows = await storeSecurity(db, store.id, { limit: EXPORTED_EVENTS });
    return sendSecurityFile(reply, rows, format, store.subdomain);
  });
}
