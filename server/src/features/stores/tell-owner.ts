import type { SecurityKind } from '@vitrine/contract/security-events';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../../db/database.ts';
import { callerOf } from '../../http/door.ts';
import { networkOf } from '../../http/network.ts';
import type { StoreId } from '../../http/store.ts';
import { deviceName } from '../accounts/account.ts';
import { clientOf } from '../accounts/client.ts';
import { recordSecurity } from '../accounts/security-log/record-security.ts';
import { securityMailKind } from '../mail/mail-kinds.ts';
import { mailName } from '../mail/mail-names.ts';
import { storeSecurityMail } from '../mail/security-mails.ts';
import { sendMail } from '../mail/send-mail.ts';

const OTHERWISE =
  'Se você não reconhece isto, desfaça no painel, saia dos outros aparelhos no seu perfil e crie uma nova senha.';

export interface OwnerNews {
  kind: SecurityKind;
  /** What was done, as it follows a name: `trocou o token de identificação`. Names in it are as `mailName` leaves them. */
  did: string;
  detail?: Record<string, string>;
  /** Where in the panel it can be looked at. */
  path?: `/${string}`;
  /** A member of the store by account, instead of its owner: the owner of before. */
  to?: string;
  /** Somebody else by account who hears of it too: whom it happened to. */
  also?: string;
  /** Instead of what to do about what one does not recognise. */
  step?: string;
}

/**
 * Mails the store's owner, and whomever it happened to where told: who changed what moves the store's money or whose it is,
 * and from which device. Notes it in the security log. Both in the transaction of the change, also for the owner's own.
 */
export async function tellOwner(
  tx: Tx,
  { publicUrl }: { publicUrl: string },
  store: StoreId,
  request: FastifyRequest,
  { kind, did, detail, path = '/dashboard', to, also, step = OTHERWISE }: OwnerNews,
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
    .innerJoin('store', (join) => join.on('store.id', '=', store))
    .where('account.id', 'in', [to ?? owner, ...(also ? [also] : [])])
    .orderBy('account.id')
    .select(['account.email', 'store.name', 'store.subdomain'])
    .execute();
  const facts = {
    what: `${mailName(name, 'Alguém')} ${did}.`,
    device: deviceName(client.userAgent),
    network: networkOf(client.address),
    step,
  };
  for (const { email, ...named } of people) {
    if (!email) continue;
    const mail = storeSecurityMail(named, facts, publicUrl + path, securityMailKind(kind));
    await sendMail(tx, { to: email, storeId: store, ...mail });
  }
}
