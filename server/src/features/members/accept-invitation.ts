import type { Accepted, InvitationDetails } from '@vitrine/contract/members';
import { hasRightsOf } from '@vitrine/contract/permissions';
import { roleName } from '@vitrine/contract/roles';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Tx } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import { heldRole, roleColumns } from '../../http/held-role.ts';
import { hashToken } from '../../http/session.ts';
import { storeIdOf } from '../../http/store.ts';
import type { Client } from '../accounts/client.ts';
import { recordSecurity } from '../accounts/security-log/record-security.ts';
import type { MailConfig } from '../mail/send-mail.ts';
import { type Actor, recordAudit } from '../stores/record-audit.ts';
import { tellTeam } from './ask-for-factor.ts';
import { roleOf } from './queries.ts';

/** The open invitation of a link, with its store. */
const invitationOf = (db: Db | Tx, token: string) =>
  db
    .selectFrom('invitation')
    .innerJoin('store', 'store.id', 'invitation.store_id')
    .where('invitation.token_hash', '=', hashToken(token))
    .where('invitation.accepted_at', 'is', null)
    .where('invitation.revoked_at', 'is', null)
    .where('invitation.expires_at', '>', sql<Date>`now()`)
    .where('store.deleted_at', 'is', null)
    .select(['invitation.store_id', 'invitation.id', 'invitation.email_key', 'invitation.invited_by'])
    .select(heldRole('invitation').as('role'))
    .select(['store.name', 'store.subdomain']);

const notTheirs = () =>
  new Refusal('forbidden', { error: 'Este convite é de outro e-mail. Entre na conta do e-mail convidado.' });

/**
 * What an invitation offers, and who sent it. Refuses links that cannot be accepted (`token_invalid`), and invitations to other
 * e-mails (`forbidden`).
 */
export async function readInvitation(
  db: Db,
  accountId: string,
  token: string,
): Promise<z.infer<typeof InvitationDetails>> {
  const invitation = await invitationOf(db, token).executeTakeFirst();
  if (!invitation) throw new Refusal('token_invalid');
  const people = await db
    .selectFrom('account')
    .where('id', 'in', [accountId, invitation.invited_by])
    .select(['id', 'name', 'email_key'])
    .execute();
  const [caller, inviter] = [accountId, invitation.invited_by].map((id) => people.find((one) => one.id === id));
  if (caller?.email_key !== invitation.email_key) throw notTheirs();
  if (!inviter) throw new Refusal('token_invalid');
  return { store: invitation.name, role: invitation.role, invitedBy: inviter.name };
}

/**
 * Makes the logged-in person a member by an invitation to their e-mail. Refuses links that are unknown, used, revoked or
 * expired, or whose inviter may no longer send them (`token_invalid`), invitations to other e-mails (`forbidden`), an e-mail
 * that the account has not proven (`email_unproven`), and members (`member_exists`). Whoever the store will ask for a second
 * factor gets a mail that names the day.
 */
export async function acceptInvitation(
  tx: Tx,
  person: Actor & { accountId: string },
  token: string,
  client: Client,
  config: MailConfig,
): Promise<Accepted> {
  await invitationOf(tx, token).forNoKeyUpdate().executeTakeFirst();
  // Read after it is locked: its role may have been replaced a moment ago.
  const invitation = await invitationOf(tx, token).executeTakeFirst();
  if (!invitation) throw new Refusal('token_invalid');
  const store = storeIdOf(invitation);
  // The inviter may have been removed since, or may grant less now. Then the invitation is void.
  const inviter = await roleOf(tx, store, invitation.invited_by);
  if (!inviter || !hasRightsOf(inviter, invitation.role)) throw new Refusal('token_invalid');
  const account = await tx
    .selectFrom('account')
    .where('id', '=', person.accountId)
    .select(['email_key', 'email_verified_at'])
    // Locked until the commit, because an account that is being deleted must not join.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (account?.email_key !== invitation.email_key) throw notTheirs();
  // The link may have been forwarded, so it proves nothing. Only the account proves whose address it is.
  if (!account.email_verified_at) throw new Refusal('email_unproven');
  if (await roleOf(tx, store, person.accountId)) throw new Refusal('member_exists');
  await tx
    .insertInto('member')
    .values({ store_id: store, account_id: person.accountId, ...roleColumns(invitation.role) })
    .execute();
  await tx
    .updateTable('invitation')
    .set({ accepted_at: sql<Date>`now()` })
    .where('store_id', '=', store)
    .where('id', '=', invitation.id)
    .execute();
  await tellTeam(tx, store, config, person.accountId);
  const role = roleName(invitation.role);
  const event = { accountId: person.accountId, storeId: store, kind: 'member_joined', client } as const;
  await recordSecurity(tx, { ...event, detail: { role } });
  await recordAudit(tx, store, person, { action: 'member.join', text: `Entrou na equipe como ${role}` });
  return { name: invitation.name, subdomain: invitation.subdomain, role: invitation.role };
}
