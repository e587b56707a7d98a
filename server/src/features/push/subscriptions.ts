import { createHash, ECDH } from 'node:crypto';
import type { PushAdd, PushBrowser } from '@vitrine/contract/push';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Db, Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { seal } from '../../db/seal.ts';
import { Refusal } from '../../http/errors.ts';
import { type Caller, sessionOpen } from '../../http/session.ts';
import { pushServiceOf } from './push-services.ts';
import { queuePush } from './queue-push.ts';

/** More browsers than a person has. */
const MOST_BROWSERS = 10;

const hashOf = (endpoint: string) => createHash('sha256').update(endpoint).digest();

/** For whom a subscription's endpoint and keys are sealed. */
export const ownerOf = (id: string) => `push:${id}`;

/**
 * Lets a browser get its person's notices while the caller's session is open. A browser that had asked for another session or
 * account belongs to this one from now on. Of more than 10 the oldest ends. Refuses addresses of no push service
 * (`push_service_unknown`) and invalid keys.
 */
export async function addBrowser(
  tx: Tx,
  { secret }: Pick<Config, 'secret'>,
  { accountId, sessionId }: Caller,
  { endpoint, keys }: PushAdd,
  device: string,
): Promise<void> {
  const service = pushServiceOf(endpoint);
  if (!service) throw new Refusal('push_service_unknown');
  if (!isPoint(keys.p256dh)) throw new Refusal('validation_failed', { field: 'keys.p256dh' });
  // Two browsers of one person that ask at once take turns here, so that none is counted twice.
  await tx.selectFrom('account').where('id', '=', accountId).select('id').forNoKeyUpdate().execute();
  const hash = hashOf(endpoint);
  const known = await tx
    .selectFrom('push_subscription')
    .where('endpoint_hash', '=', hash)
    .select(['id', 'account_id'])
    .forUpdate()
    .executeTakeFirst();
  // What waits for the person before is not for this one.
  if (known && known.account_id !== accountId)
    await tx.deleteFrom('push_message').where('subscription_id', '=', known.id).execute();
  const id = known?.id ?? newId();
  const data = seal(secret, JSON.stringify({ endpoint, ...keys }), ownerOf(id));
  const row = { account_id: accountId, session_id: sessionId, data, service, device };
  await tx
    .insertInto('push_subscription')
    .values({ id, endpoint_hash: hash, ...row })
    .onConflict((on) => on.column('endpoint_hash').doUpdateSet(row))
    .execute();
  await sql`
    delete from push_subscription where id in (
      select id from push_subscription where account_id = ${accountId}
       order by created_at desc, id desc offset ${MOST_BROWSERS})`.execute(tx);
  if (known?.account_id === accountId) return;
  await queuePush(tx, {
    account: accountId,
    only: id,
    kind: 'welcome',
    words: {
      title: 'Avisos ligados',
      body: 'Este navegador recebe os avisos da Vitrine, também com o painel fechado.',
      path: '/alerts?tab=navegador',
      tag: 'welcome',
    },
  });
}

/** Whether the key is a point of P-256. Nothing can be encrypted for a point beside the curve. */
function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url', 'uncompressed');
    return true;
  } catch {
    return false;
  }
}

/** The browsers of a person that get notices, newest first. */
export async function listBrowsers(db: Db, { accountId, sessionId }: Caller): Promise<PushBrowser[]> {
  const rows = await db
    .selectFrom('push_subscription')
    .innerJoin('session', 'session.id', 'push_subscription.session_id')
    .innerJoin('account', 'account.id', 'push_subscription.account_id')
    .where('push_subscription.account_id', '=', accountId)
    .where(sessionOpen)
    .orderBy('push_subscription.created_at', 'desc')
    .select(['push_subscription.id', 'push_subscription.session_id', 'push_subscription.device'])
    .select(['push_subscription.created_at', 'push_subscription.sent_at'])
    .execute();
  return rows.map(({ id, session_id, device, created_at, sent_at }) => ({
    id,
    device,
    current: session_id === sessionId,
    createdAt: created_at.toISOString(),
    sentAt: sent_at?.toISOString() ?? null,
  }));
}

/** Ends the notices in one of a person's browsers. */
export async function removeBrowser(db: Db, { accountId }: Caller, id: string): Promise<void> {
  const gone = await db
    .deleteFrom('push_subscription')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (gone.numDeletedRows === 0n) throw new Refusal('push_browser_not_found');
}
