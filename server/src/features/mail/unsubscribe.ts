import { createHmac, timingSafeEqual } from 'node:crypto';
import { addressOf } from '@vitrine/contract/calls/address';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/database.ts';
import { deriveKey } from '../../db/seal.ts';
import { Refusal } from '../../http/errors.ts';
import { isMailKind, type MailKindName, mailKind } from './kinds/mail-kinds.ts';

/** What a link in a mail names: a mailbox, and the kind of mail that the link ends. */
interface Subject {
  mailbox: string;
  kind: MailKindName;
}

const sign = (bytes: Buffer, body: string) =>
  createHmac('sha256', deriveKey(bytes, 'unsubscribe')).update(body).digest('base64url');

/** The two addresses that end a kind of mail: where a mail program posts, and the page for people. */
export function unsubscribeUrls(
  { secret, publicUrl }: Pick<Config, 'secret' | 'publicUrl'>,
  { kind, mailbox }: { kind: string; mailbox: string },
): { post: string; page: string } | undefined {
  if (!mailKind(kind).optional) return undefined;
  const body = `${mailbox}.${kind}`;
  const token = `${body}.${sign(secret[0], body)}`;
  const post = addressOf('POST /mail/unsubscribe/:token', { token });
  return { post: `${publicUrl}${post}`, page: `${publicUrl}/email/unsubscribe?token=${token}` };
}

/** Reads a token that we signed. It needs no login and never expires. Refuses any other token with `token_invalid`. */
export function readUnsubscribeToken({ secret }: Pick<Config, 'secret'>, token: string): Subject & { text: string } {
  const [mailbox = '', kind = '', signature = '', ...rest] = token.split('.');
  const given = Buffer.from(signature);
  const ours = secret.some((bytes) => {
    const wanted = Buffer.from(sign(bytes, `${mailbox}.${kind}`));
    return wanted.length === given.length && timingSafeEqual(wanted, given);
  });
  const text = mailKind(kind).optional;
  if (!ours || rest.length > 0 || !isMailKind(kind) || !text) throw new Refusal('token_invalid');
  return { mailbox, kind, text };
}

/** Ends a kind of mail for a mailbox, or allows it again. A second call changes nothing. */
export async function setUnwanted(db: Db, { mailbox, kind }: Subject, unwanted: boolean): Promise<void> {
  if (unwanted) {
    await db
      .insertInto('mail_optout')
      .values({ mailbox, kind })
      .onConflict((on) => on.doNothing())
      .execute();
  } else {
    await db.deleteFrom('mail_optout').where('mailbox', '=', mailbox).where('kind', '=', kind).execute();
  }
}
