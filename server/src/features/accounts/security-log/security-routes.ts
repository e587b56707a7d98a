import { limits } from '@vitrine/contract/limits';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { serve } from '../../../http/serve.ts';
import { slowDown } from '../../../http/throttle.ts';
import { accountSecurity, EXPORTED_EVENTS } from './read-security.ts';
import { answerPage, sendSecurityFile } from './security-answers.ts';

/** The security log of the caller's own account: a list, and a file to keep. */
export async function securityRoutes(app: App, { db }: Deps): Promise<void> {
  serve(app, 'POST /account/security', async ({ caller, body: { cursor, limit = limits.pageMax } }) => {
    const page = { before: cursor?.replaceAll('\u0000', ''), limit: limit + 1 };
    return answerPage(await accountSecurity(db, caller.accountId, page), limit);
  });

  serve(app, 'POST /account/security/export', async ({ caller: { accountId }, body: { format }, reply }) => {
    await slowDown(db, [{ key: `security-export:${accountId}`, limit: 10, seconds: 3600 }]);
    const rows = await accountSecurity(db, accountId, { limit: EXPORTED_EVENTS });
    return sendSecurityFile(reply, rows, format, 'minha-conta');
  });
}
