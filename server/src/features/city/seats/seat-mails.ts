import { sql } from 'kysely';
import type { Config } from '../../../config.ts';
import type { Tx } from '../../../db/database.ts';
import { withinLimit } from '../../../http/throttle.ts';
import type { MailData } from '../../mail/kinds/mail-kinds.ts';
import { sendMail } from '../../mail/send-mail.ts';
import { panelUrl } from '../../stores/public-url.ts';
import type { SeatId } from './read-seat.ts';

/** Where the owner approves a server. */
export const SERVERS_PATH = '/config?tab=servidores';

/** Mails of one seat in an hour: whoever has the token could otherwise send any number. */
const MAILS_AN_HOUR = 4;

/**
 * Mails the store's owner that a seat changed hands by itself, at once. `server` is the name that the owner gave it. A script
 * that waits is an alert (`alerts/`).
 */
export async function mailAboutSeat(
  tx: Tx,
  config: Config,
  { store, seat }: SeatId,
  server: string,
  news: Extract<MailData<'game_server'>['news'], 'silence' | 'back'>,
): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select a.email from member m join account a on a.id = m.account_id
     where m.store_id = ${store} and m.role = 'owner' and a.email_verified_at is not null`.execute(tx);
  const owner = rows[0];
  if (!owner) return;
  if (!(await withinLimit(tx, { key: `seat-mail:${store}:${seat}`, limit: MAILS_AN_HOUR, seconds: 3600 }))) return;
  const data = { server, news, url: panelUrl(config, SERVERS_PATH) };
  await sendMail(tx, config, { kind: 'game_server', to: owner.email, storeId: store, data });
}
