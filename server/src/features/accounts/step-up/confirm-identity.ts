import type { Tx } from '../../../db/database.ts';
import { Refusal } from '../../../http/errors.ts';
import { type Caller, confirmSession } from '../../../http/session.ts';
import type { Client } from '../client.ts';
import { lockAccount } from '../queries.ts';
import { recordRepeated } from '../security-log/record-security.ts';
import type { ProvenIdentity, Provider } from '../sign-in/adopt-identity.ts';

/**
 * Confirms a session by a login at a provider, and answers the session's new token. Refuses `identity_other` if it is not
 * the account's own login there: a thief with a stolen session has a Discord account too.
 */
export async function confirmByIdentity(
  tx: Tx,
  provider: Provider,
  identity: ProvenIdentity,
  { accountId, sessionId }: Caller,
  client: Client,
): Promise<string> {
  const account = await lockAccount(tx, accountId);
  const own = provider === 'discord' ? account?.discord_id : account?.google_id;
  if (own !== identity.id) throw new Refusal('identity_other');
  const token = await confirmSession(tx, sessionId, false);
  await recordRepeated(tx, { accountId, kind: 'step_up', client });
  return token;
}
