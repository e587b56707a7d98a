import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

/** The name that stands in stores' records instead of the person's. */
export const DELETED_NAME = 'Conta excluída';

/**
 * Removes an account's personal data and every way into it. The row stays, because stores' records point at it. It also
 * stays the owner of its stores, which a sweep closes (`stores/close-ownerless.ts`). The caller has locked the row.
 */
export async function eraseAccount(tx: Tx, accountId: string, account: Erased): Promise<void> {
  await erasePublicName(tx, accountId, account);
  // A deleted store keeps its owner's row, because open payments still settle there.
  await tx.deleteFrom('member').where('account_id', '=', accountId).where('role', '!=', 'owner').execute();
  await tx.deleteFrom('session').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('one_time_token').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('factor_recovery').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('passkey').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('oauth_state').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('security_event').where('account_id', '=', accountId).where('store_id', 'is', null).execute();
  // Events of stores stay: otherwise people could erase what they did by deleting their account. Only device and network go.
  await tx.updateTable('security_event').set({ device: '', network: '' }).where('account_id', '=', accountId).execute();
  await tx
    .updateTable('account')
    .set({
      name: DELETED_NAME,
      email: null,
      email_key: null,
      email_verified_at: null,
      password_hash: null,
      discord_id: null,
      discord_avatar: null,
      google_id: null,
      discord_linked_at: null,
      google_linked_at: null,
      totp_secret: null,
      totp_enabled_at: null,
      totp_last_step: null,
      deleted_at: sql<Date>`now()`,
    })
    .where('id', '=', accountId)
    .execute();
}

interface Erased {
  name: string;
  email: string | null;
  discord_id: string | null;
}

/**
 * Removes the person's name, e-mail and Discord id from the records of their stores; the records stay. Histories of orders,
 * refunds and deliveries hold only a name. If a colleague has the same name, these histories keep it.
 */
async function erasePublicName(tx: Tx, accountId: string, { name, email, discord_id }: Erased): Promise<void> {
  const { rows } = await sql<{ store_id: string; namesake: boolean }>`
    select s.store_id,
           exists (select from member m join account a on a.id = m.account_id
                    where m.store_id = s.store_id and a.id <> ${accountId} and a.name = ${name}) as namesake
      from (select store_id from member where account_id = ${accountId}
            union select store_id from audit_entry where account_id = ${accountId}) s`.execute(tx);
  const stores = rows.map(({ store_id }) => store_id);
  if (stores.length === 0) return;
  await tx.updateTable('audit_entry').set({ actor: DELETED_NAME }).where('account_id', '=', accountId).execute();
  if (email !== null) {
    await sql`
      update audit_entry
         set text = replace(text, ${email}, ${DELETED_NAME}),
             before = case when before ->> 'email' = ${email} then before - 'email' else before end,
             after = case when after ->> 'email' = ${email} then after - 'email' else after end
       where store_id = any(${stores}) and position(${email} in text) > 0`.execute(tx);
  }
  if (discord_id !== null) {
    const actor = `% (Discord ${discord_id})`;
    await tx
      .updateTable('audit_entry')
      .set({ actor: DELETED_NAME })
      .where('store_id', 'in', stores)
      .where('account_id', 'is', null)
      .where('actor', 'like', actor)
      .execute();
    await tx.updateTable('discord_guild').set({ bound_by: '' }).where('bound_by', '=', discord_id).execute();
  }
  const own = rows.filter(({ namesake }) => !namesake).map(({ store_id }) => store_id);
  if (own.length === 0) return;
  const theirs = sql`actor = ${DELETED_NAME} where store_id = any(${own}) and actor = ${name}`;
  await sql`update "order" set ${theirs}`.execute(tx);
  await sql`update order_history set ${theirs}`.execute(tx);
  await sql`update refund set ${theirs}`.execute(tx);
  await sql`update order_remark set ${theirs}`.execute(tx);
  await sql`update buyer_block set ${theirs}`.execute(tx);
  await sql`update delivery_history set ${theirs}`.execute(tx);
  await sql`update resend_job set ${theirs}`.execute(tx);
}
