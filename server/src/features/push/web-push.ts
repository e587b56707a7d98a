import { alertKind } from '@vitrine/contract/alert-kinds';
import { noticeKindNames, pushesTo } from '@vitrine/contract/notice-kinds';
import type { Role } from '@vitrine/contract/roles';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/database.ts';
import { openText } from '../../db/seal.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { presentRole } from '../../http/held-role.ts';
import { sessionOpen } from '../../http/session.ts';
import { type Pushed, type PushTarget, sendPush } from '../../integrations/web-push/send-push.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { quietSeconds } from '../mail/quiet.ts';
import { pushKey } from './push-key.ts';
import type { PushWords } from './queue-push.ts';
import { ownerOf } from './subscriptions.ts';

/** A process that is silent for longer is gone, and another one sends the message again. */
const LEASE_SECONDS = 30;
/** A notice is news for a day. */
export const KEPT_SECONDS = 86_400;
/** Between two tries, s: doubled each time. */
const PAUSE = { first: 15, longest: 1800 };

interface Message {
  id: string;
  subscription_id: string;
  store_id: string | null;
  kind: string;
  words: PushWords;
  tries: number;
  /** Seconds until it is no news any more. */
  left: number;
  data: Buffer;
  account_id: string;
  open: boolean;
  /** The subdomain of the store that the message is about. */
  subdomain: string | null;
  role: Role | null;
  /** What its person chose for this kind; null: nothing. */
  chosen: boolean | null;
  /** Seconds until the store's quiet hours end. */
  quiet: number;
}

/** Task `push.send`: sends one message. The job never fails: a message that could not leave is put off in its own row. */
export async function sendMessage(deps: Deps, id: string, signal: AbortSignal): Promise<void> {
  const { db, config, log } = deps;
  const message = await claim(db, id);
  if (!message) return;
  if (!message.open) return await endBrowser(db, message.subscription_id);
  // Role and choice as they are now: whoever was removed, may read it no more or wants it no more gets nothing that waited.
  if (message.left <= 0 || !isWanted(message)) return await drop(db, id);
  // It waited for its push service into the night.
  if (message.quiet > 0 && !alertKind(message.kind)?.severe) return await putOff(db, message, message.quiet);
  const target = JSON.parse(openText(config.secret, message.data, ownerOf(message.subscription_id))) as PushTarget;
  const pushed = await sendPush({
    target,
    keys: { ...(await pushKey(db, config)), subject: subjectOf(config) },
    text: JSON.stringify({ ...message.words, path: pathOf(message), id }),
    ttl: message.left,
    urgent: message.kind !== 'sale',
    topic: topicOf(message),
    relay: config.push.serviceUrl,
    party: message.account_id,
    signal,
  });
  if (pushed === 'refused')
    log.warn({ kind: message.kind, service: new URL(target.endpoint).host }, 'a push service refused a notice');
  await report(db, message, pushed);
}

/** Takes the message for a while. Undefined if it is gone, or another process has it. */
async function claim(db: Db, id: string): Promise<Message | undefined> {
  const { rows } = await sql<Message>`
    with taken as (
      update push_message set due_at = now() + make_interval(secs => ${LEASE_SECONDS}), tries = tries + 1
       where id = ${id} and due_at <= now() returning *
    )
    select t.id, t.subscription_id, t.store_id, t.kind, t.words, t.tries, p.data, p.account_id,
           (extract(epoch from t.made_at - now()) + ${KEPT_SECONDS})::int as left,
           ${sessionOpen} as open, (select s.subdomain from store s where s.id = t.store_id) as subdomain,
           (select ${presentRole('m')} from member m join store s on s.id = m.store_id and s.deleted_at is null
             where m.store_id = t.store_id and m.account_id = p.account_id) as role,
           (select c.push from notice_choice c
             where c.store_id = t.store_id and c.account_id = p.account_id and c.kind = t.kind) as chosen,
           ${quietSeconds(sql`t.store_id`)} as quiet
      from taken t join push_subscription p on p.id = t.subscription_id
      join session on session.id = p.session_id join account on account.id = p.account_id`.execute(db);
  return rows[0];
}

/** The page in its store, because the reader may work in several. */
const pathOf = ({ subdomain, words }: Message) => (subdomain ? `/s/${subdomain}${words.path}` : words.path);

function isWanted({ store_id, kind, role, chosen }: Message): boolean {
  if (store_id === null) return true;
  const known = noticeKindNames.find((name) => name === kind);
  return role !== null && known !== undefined && pushesTo(role, known, chosen);
}

/** The push service's name for a tag. A message with the same topic replaces the first one, which may still wait there. */
const topicOf = ({ id, words }: Message) =>
  Buffer.from(words.tag || id)
    .toString('base64url')
    .slice(-32);

const subjectOf = ({ publicUrl, mail }: Config) =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:avisos@${mail.domain}`;

async function report(db: Db, message: Message, pushed: Pushed): Promise<void> {
  const { id, subscription_id: subscription, tries } = message;
  if (pushed === 'ended') return await endBrowser(db, subscription);
  if (pushed === 'refused') return await drop(db, id);
  if (pushed !== 'sent') {
    const pause = Math.min(PAUSE.longest, PAUSE.first * 2 ** Math.min(tries - 1, 10));
    return await putOff(db, message, Math.max(pause, pushed.away));
  }
  await transaction(db, async (tx) => {
    await tx.deleteFrom('push_message').where('id', '=', id).execute();
    await tx
      .updateTable('push_subscription')
      .set({ sent_at: sql<Date>`now()` })
      .where('id', '=', subscription)
      .execute();
  });
}

/** Lets a message wait for so many seconds. */
async function putOff(db: Db, { id, store_id: storeId }: Message, seconds: number): Promise<void> {
  await transaction(db, async (tx) => {
    const due_at = sql<Date>`now() + make_interval(secs => ${seconds})`;
    await tx.updateTable('push_message').set({ due_at }).where('id', '=', id).execute();
    const payload = { messageId: id, storeId: storeId ?? undefined };
    await enqueue(tx, 'push.send', payload, { group: 'push', afterSeconds: seconds });
  });
}

const drop = async (db: Db, id: string) => void (await db.deleteFrom('push_message').where('id', '=', id).execute());

/** The browser gets nothing any more: its person took the permission back, or left the account. What waits for it goes too. */
const endBrowser = async (db: Db, id: string) =>
  void (await db.deleteFrom('push_subscription').where('id', '=', id).execute());
