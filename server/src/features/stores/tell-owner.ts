import type { SecurityKind } from '@vitrine/contract/security-events';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../../db/database.ts';
import { callerOf } from '../../http/door.ts';
import { networkOf } from '../../http/network.ts';
import type { StoreId } from '../../http/store.ts';
import { deviceName } from '../accounts/account.ts';
import { clientOf } from '../accounts/client.ts';
import { recordSecurity } from '../accounts/security-log/record-security.ts';
import { type MailConfig, sendMail } from '../mail/send-mail.ts';

const USUAL_ADVICE =
  'Se você não reconhece isto, desfaça no painel, saia dos outros aparelhos no seu perfil e crie uma nova senha.';

/** Changes that help a thief most: their mails have reserves of their own. */
const mailKinds: Partial<Record<SecurityKind, 'payment_account_changed' | 'store_transferred'>> = {
  payment_account_saved: 'payment_account_changed',
  payment_account_undone: 'payment_account_changed',
  store_transferred: 'store_transferred',
  store_deleted: 'store_transferred',
};

/** A change that the owner gets a mail about. */
export interface OwnerNews {
  kind: SecurityKind;
  /** The words after the person's name: `trocou o token de identificação`. Names in it went through `mailName`. */
  did: string;
  detail?: Record<string, string>;
  /** The panel's page that shows the change. */
  path?: `/${string}`;
  /** The account that gets the mail instead of the owner: after a transfer, the former owner's. */
  to?: string;
  /** Other accounts that get the mail too: the member whose rights changed, those whom a rule is about. */
  also?: readonly string[];
  /** Replaces the usual advice for people who do not recognise the change. */
  step?: string;
}

/**
 * Mails the store's owner, and `also` if given, who changed something about the store's money or ownership, and from which
 * device. Writes it into the security log too. Both happen in the transaction of the change, also if the owner made it.
 */
export async function tellOwner(
  tx: Tx,
  config: MailConfig,
  store: StoreId,
  request: FastifyRequest,
  { kind, did, detail, path = '/dashboard', to, also = [], step = USUAL_ADVICE }: OwnerNews,
): Promise<void> {
  const { accountId, name } = callerOf(request);
  const client = clientOf(request);
  await recordSecurity(tx, { accountId, storeId: store, kind, client, ...(detail && { detail }) });
  const owner = tx
    .selectFrom('member')
    .where('store_id', '=', store)
    .where('role', '=', 'owner')
    .select('account_id')
    .limit(1);
  const people = await tx
    .selectFrom('account')
    .where('account.id', 'in', [to ?? owner, ...also])
    .orderBy('account.id')
    .select('account.email')
    .execute();
  const data = {
    who: name,
    did,
    device: deviceName(client.userAgent),
    network: networkOf(client.address),
    step,
    url: config.publicUrl + path,
  };
  for (const { email } of people) {
    if (email)
      await sendMail(tx, config, { kind: mailKinds[kind] ?? 'store_security', to: email, storeId: store, data });
  }
}
