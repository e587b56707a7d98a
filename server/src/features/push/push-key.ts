import { createECDH } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/database.ts';
import { openText, seal } from '../../db/seal.ts';

/** For whom the private key is sealed. */
const OWNER = 'push-key';

export interface PushKey {
  /** In base64url: a point of P-256, and a number. */
  publicKey: string;
  privateKey: string;
}

/**
 * The installation's key pair at push services. It is made once, by whoever needs it first, and never changes: browsers are
 * bound to it.
 */
export async function pushKey(db: Db, { secret }: Pick<Config, 'secret'>): Promise<PushKey> {
  const known = await readKey(db);
  if (known) return opened(known, secret);
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  // Without leading zeroes the number would be shorter than 32 bytes once in 256 times.
  const privateKey = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
  await db
    .insertInto('push_key')
    .values({ public_key: publicKey, private_cipher: seal(secret, privateKey, OWNER) })
    .onConflict((on) => on.doNothing())
    .execute();
  // Another process may have been first.
  const made = await readKey(db);
  if (!made) throw new Error('the key of push notices was not stored');
  return opened(made, secret);
}

const readKey = (db: Db) => db.selectFrom('push_key').select(['public_key', 'private_cipher']).executeTakeFirst();

const opened = (row: { public_key: string; private_cipher: Buffer }, secret: Config['secret']): PushKey => ({
  publicKey: row.public_key,
  privateKey: openText(secret, row.private_cipher, OWNER),
});
