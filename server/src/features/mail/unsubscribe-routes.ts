import type { Deps } from '../../deps.ts';
import { takeAnyBody } from '../../http/any-body.ts';
import type { App } from '../../http/app-type.ts';
import { serve } from '../../http/serve.ts';
import { senderRules, slowDown } from '../../http/throttle.ts';
import { readUnsubscribeToken, setUnwanted } from './unsubscribe.ts';

const TRIES = { limit: 120, seconds: 900 };

/**
 * Ends optional mails without a login: the signed token of the mail is the proof. Opening the address changes nothing,
 * because programs that check mails open it too; a POST ends the kind (RFC 8058).
 */
export async function unsubscribeRoutes(app: App, { db, config }: Deps): Promise<void> {
  serve(app, 'POST /mail/unsubscribe', async ({ body: { token, wanted = false }, request }) => {
    await slowDown(db, senderRules('unsubscribe', request.ip, TRIES));
    const subject = readUnsubscribeToken(config, token);
    await setUnwanted(db, subject, !wanted);
    return { success: true as const, what: subject.text, wanted };
  });

  serve(app, 'GET /mail/unsubscribe/:token', async ({ params, reply }) =>
    reply.redirect(`${config.publicUrl}/email/unsubscribe?token=${encodeURIComponent(params.token)}`, 303),
  );

  await app.register(async (scope: App) => {
    // A mail program posts `List-Unsubscribe=One-Click` as one of two kinds of form. The address alone says what to end.
    takeAnyBody(scope, 4096, () => null);
    serve(scope, 'POST /mail/unsubscribe/:token', async ({ params, request }) => {
      await slowDown(db, senderRules('unsubscribe', request.ip, TRIES));
      await setUnwanted(db, readUnsubscribeToken(config, params.token), true);
      return { success: true as const };
    });
  });
}
