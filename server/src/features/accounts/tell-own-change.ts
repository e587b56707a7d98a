import type { SecurityKind } from '@vitrine/contract/security-events';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../../db/database.ts';
import { callerOf } from '../../http/door.ts';
import { Refusal } from '../../http/errors.ts';
import type { MailConfig } from '../mail/send-mail.ts';
import { clientOf } from './client.ts';
import { warn } from './password/change-password.ts';
import { findAccount } from './queries.ts';
import { recordSecurity } from './security-log/record-security.ts';

/**
 * Mails the account's owner about a change and writes it into the security log, in the transaction of the change. So a thief
 * with a stolen session changes nothing unnoticed. Answers the account as it is now.
 */
export async function tellOwnChange(
  tx: Tx,
  config: MailConfig,
  request: FastifyRequest,
  kind: SecurityKind,
  text: string,
  detail?: Record<string, string>,
) {
  const account = await findAccount(tx, callerOf(request).accountId);
  if (!account) throw new Refusal('unauthenticated');
  const ofFactor = kind === 'factor_enabled' || kind === 'factor_disabled';
  await warn(tx, config, account, text, ofFactor ? 'factor_changed' : 'security');
  await recordSecurity(tx, { accountId: account.id, kind, client: clientOf(request), ...(detail && { detail }) });
  return account;
}
