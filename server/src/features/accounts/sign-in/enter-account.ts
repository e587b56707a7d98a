import { formatDateTime } from '@vitrine/contract/dates';
import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { networkOf } from '../../../http/network.ts';
import { openSession } from '../../../http/session.ts';
import type { MailConfig } from '../../mail/send-mail.ts';
import { queuePush } from '../../push/queue-push.ts';
import { deviceName } from '../account.ts';
import type { Client } from '../client.ts';
import { warn } from '../password/change-password.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { deviceHash } from './device.ts';

/** Mails about new devices per hour. More would say nothing new and use up the budget of other warnings. */
const NEW_DEVICE_MAILS = 3;

export interface Entering {
  id: string;
  name: string;
  email: string | null;
}

/**
 * Opens a session for a person who has just proved who they are, and answers its token. Every kind of login ends here. It
 * writes into the security log and mails the account if the browser is new; the first login after a registration is not
 * new. `way` names the proof, for people. The caller has locked the account's row.
 */
export async function enterAccount(
  tx: Tx,
  config: MailConfig,
  account: Entering,
  client: Client & { device: string },
  { way, factor = false }: { way: string; factor?: boolean },
): Promise<string> {
  const device = deviceHash(account.id, client.device, client.userAgent);
  const fresh = await isNewDevice(tx, account.id, device);
  const { token } = await openSession(tx, account.id, client.userAgent, factor, device);
  const kind = fresh ? 'login_new_device' : 'login';
  await recordSecurity(tx, { accountId: account.id, kind, client, detail: { com: way } });
  if (fresh && (await newDevicesLately(tx, account.id)) <= NEW_DEVICE_MAILS) {
    const place = networkOf(client.address);
    const where = `${deviceName(client.userAgent)}${place ? `, rede ${place}` : ''}, em ${inBrasilia()}`;
    await warn(tx, config, account, `Houve uma entrada na sua conta por um aparelho novo: ${where}.`);
    await queuePush(tx, {
      account: account.id,
      kind: 'new_device',
      words: {
        title: 'Entrada na sua conta por um aparelho novo',
        body: `${where}. Se não foi você, saia dos outros aparelhos no perfil e crie outra senha.`,
        path: '/profile',
        tag: newId(),
      },
    });
  }
  return token;
}

async function isNewDevice(tx: Tx, accountId: string, device: Buffer): Promise<boolean> {
  const { rows } = await sql<{ known: boolean; first: boolean }>`
    select exists (select from session where account_id = ${accountId} and device_hash = ${device}) as known,
           not exists (select from session where account_id = ${accountId})
           -- without this an account that was quiet until its log ended would be taken for one that has just begun
           and exists (select from account where id = ${accountId}
                        and created_at > now() - make_interval(days => ${limits.sessionIdleDays})) as first`.execute(
    tx,
  );
  return rows[0] ? !rows[0].known && !rows[0].first : true;
}

async function newDevicesLately(tx: Tx, accountId: string): Promise<number> {
  const { n } = await tx
    .selectFrom('security_event')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'login_new_device')
    .where('at', '>', sql<Date>`now() - interval '1 hour'`)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

const inBrasilia = () => `${formatDateTime(new Date())} (horário de Brasília)`;
