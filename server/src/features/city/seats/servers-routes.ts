import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { serve } from '../../../http/serve.ts';
import { requireConfirmed } from '../../../http/session.ts';
import { slowDown } from '../../../http/throttle.ts';
import { mailName } from '../../mail/mail-names.ts';
import { currentGameToken, issueGameToken } from '../../stores/game-token.ts';
import { recordAudit } from '../../stores/record-audit.ts';
import { tellOwner } from '../../stores/tell-owner.ts';
import { addSeat, decideClaim, editSeat, endSeat, requireSeat } from './change-seats.ts';
import { SERVERS_PATH } from './seat-mails.ts';

const done = { success: true as const };

/** The game servers of a store. `GET /v1/store/connection` lists them. */
export async function serversRoutes(app: App, { db, config }: Deps): Promise<void> {
  serve(app, 'POST /servers/create', async ({ store: { id: store }, caller, body: { name, game } }) => {
    await slowDown(db, [{ key: `server-create:${store}`, limit: 20, seconds: 3600 }]);
    return await transaction(db, async (tx) => {
      await requireConfirmed(tx, caller);
      const id = await addSeat(tx, store, caller, { name, game });
      return { ...done, id, apiToken: await issueGameToken(tx, config.secret, store, id) };
    });
  });

  serve(app, 'POST /servers/edit', async ({ store, caller, body }) => {
    await transaction(db, (tx) => editSeat(tx, store.id, caller, body));
    return done;
  });

  serve(app, 'POST /servers/token', async ({ store, body: { id } }) => {
    await requireSeat(db, store.id, id);
    return { ...done, apiToken: (await currentGameToken(db, config.secret, store.id, id)) ?? null };
  });

  serve(app, 'POST /servers/token/rotate', async ({ store: { id: store }, caller, body: { id }, request }) => {
    await slowDown(db, [{ key: `token-rotate:${store}`, limit: 10, seconds: 3600 }]);
    const apiToken = await transaction(db, async (tx) => {
      await requireConfirmed(tx, caller);
      const name = await requireSeat(tx, store, id);
      await recordAudit(tx, store, caller, { action: 'server.token', text: `Trocou o token do servidor ${name}` });
      await tellOwner(tx, config, store, request, {
        kind: 'game_token_rotated',
        did: `trocou o token do servidor ${mailName(name, 'sem nome')}`,
        path: SERVERS_PATH,
      });
      return await issueGameToken(tx, config.secret, store, id);
    });
    return { ...done, apiToken };
  });

  serve(app, 'POST /servers/decide', async ({ store, caller, body: { id, accept } }) => {
    await transaction(db, async (tx) => {
      await requireConfirmed(tx, caller);
      await decideClaim(tx, store.id, caller, id, accept);
    });
    return done;
  });

  serve(app, 'POST /servers/end', async ({ store, caller, body: { id } }) => {
    await transaction(db, async (tx) => {
      await requireConfirmed(tx, caller);
      await endSeat(tx, store.id, caller, id);
    });
    return done;
  });
}
