import { limits } from '@vitrine/contract/limits';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { Refusal } from '../../../http/errors.ts';
import { serve } from '../../../http/serve.ts';
import { requireConfirmed } from '../../../http/session.ts';
import { slowDown } from '../../../http/throttle.ts';
import { openRcon } from './rcon.ts';
import { removeRcon, requireMinecraft, setRcon } from './set-rcon.ts';

const done = { success: true as const };

/** Minecraft servers that are reached over RCON. `GET /v1/store/connection` shows their address and never the password. */
export async function rconRoutes(app: App, { db, config }: Deps): Promise<void> {
  serve(app, 'POST /servers/rcon', async ({ store, caller, body: { id, host, port, password } }) => {
    const place = { store: store.id, seat: id };
    await transaction(db, async (tx) => {
      await requireConfirmed(tx, caller);
      await requireMinecraft(tx, place);
    });
    // The answers say whether somebody listens at an address, so nobody tries many.
    const hourly = { limit: limits.rconTriesPerHour, seconds: 3600 };
    await slowDown(db, [
      { key: `server-rcon:${store.id}`, ...hourly },
      { key: `server-rcon-account:${caller.accountId}`, ...hourly },
    ]);
    const rcon = await openRcon(config, { host, port, password });
    if ('problem' in rcon) throw new Refusal(`rcon_${rcon.problem}`);
    rcon.close();
    await transaction(db, (tx) => setRcon(tx, config, place, caller, { host, port, password }));
    return done;
  });

  serve(app, 'POST /servers/rcon/remove', async ({ store, caller, body: { id } }) => {
    await transaction(db, async (tx) => {
      await requireConfirmed(tx, caller);
      await removeRcon(tx, { store: store.id, seat: id }, caller);
    });
    return done;
  });
}
