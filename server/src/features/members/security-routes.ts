import { limits } from '@vitrine/contract/limits';
import { StoreSecurityExport } from '@vitrine/contract/security-events';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { storeOf } from '../../http/door.ts';
import { serve } from '../../http/serve.ts';
import { slowDown } from '../../http/throttle.ts';
import { EXPORTED_EVENTS, storeSecurity } from '../accounts/security-log/read-security.ts';
import { answerPage, sendSecurityFile } from '../accounts/security-log/security-answers.ts';

/** The security log of a store, for those who may read its log of changes. */
export async function storeSecurityRoutes(app: App, { db }: Deps): Promise<void> {
  serve(app, 'POST /security', async ({ store, body: { cursor, limit = limits.pageMax } }) => {
    const page = { before: cursor?.replaceAll('\u0000', ''), limit: limit + 1 };
    return answerPage(await storeSecurity(db, store.id, page), limit);
  });

  app.post(
    '/v1/security/export',
    { schema: { body: StoreSecurityExport }, config: { access: 'audit.read' } },
    async (request, reply): Promise<FastifyReply> => {
      const store = storeOf(request);
      await slowDown(db, [{ key: `security-export:${store.id}`, limit: 10, seconds: 3600 }]);
      const rows = await storeSecurity(db, store.id, { limit: EXPORTED_EVENTS });
      return sendSecurityFile(reply, rows, request.body.format, store.subdomain);
    },
  );
}
