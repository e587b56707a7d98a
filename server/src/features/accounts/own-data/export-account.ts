import { type Role, roleName } from '@vitrine/contract/roles';
import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { Refusal } from '../../../http/errors.ts';
import { heldRole } from '../../../http/held-role.ts';
import { deviceName } from '../account.ts';
import { accountSecurity, EXPORTED_EVENTS } from '../security-log/read-security.ts';

/** Rows in one export: more than a person reads, and few enough for one answer. */
const EXPORTED_SESSIONS = 1_000;
const EXPORTED_ENTRIES = 10_000;

/**
 * All data that we keep about an account's person, for that person (Lei 13.709, art. 18), in a form that programs read, with
 * pt-BR names. Secrets appear as yes or no. Purchases of shoppers are records of the stores and are not in it.
 */
export async function exportAccount(db: Db, accountId: string) {
  const account = await db
    .selectFrom('account')
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .select(['id', 'name', 'email', 'email_key', 'email_verified_at', 'discord_id', 'google_id', 'created_at'])
    .select(['password_hash', 'totp_enabled_at'])
    .executeTakeFirst();
  if (!account) throw new Refusal('unauthenticated');
  const [stores, sessions, passkeys, invitations, entries, security] = await Promise.all([
    db
      .selectFrom('member')
      .innerJoin('store', 'store.id', 'member.store_id')
      .where('member.account_id', '=', accountId)
      .orderBy('member.created_at')
      .select(['store.name', 'store.subdomain', 'member.created_at', 'store.deleted_at', heldRole().as('role')])
      .execute(),
    db
      .selectFrom('session')
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .limit(EXPORTED_SESSIONS)
      .select(['created_at', 'last_seen_at', 'revoked_at', 'user_agent'])
      .execute(),
    db
      .selectFrom('passkey')
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .select(['name', 'created_at', 'last_used_at'])
      .execute(),
    db
      .selectFrom('invitation')
      .innerJoin('store', 'store.id', 'invitation.store_id')
      .where('invitation.email_key', '=', account.email_key ?? '')
      .orderBy('invitation.created_at')
      .select(['store.name', 'invitation.created_at', 'invitation.accepted_at'])
      .select(sql<Role | null>`${heldRole('invitation')}`.as('role'))
      .execute(),
    db
      .selectFrom('audit_entry')
      .innerJoin('store', 'store.id', 'audit_entry.store_id')
      .where('audit_entry.account_id', '=', accountId)
      .orderBy('audit_entry.id', 'desc')
      .limit(EXPORTED_ENTRIES)
      .select(['audit_entry.at', 'store.name', 'audit_entry.text'])
      .execute(),
    accountSecurity(db, accountId, { limit: EXPORTED_EVENTS }),
  ]);
  return {
    geradoEm: new Date().toISOString(),
    conta: {
      id: account.id,
      nome: account.name,
      email: account.email,
      emailConfirmadoEm: account.email_verified_at,
      criadaEm: account.created_at,
      temSenha: account.password_hash !== null,
      verificacaoEmDuasEtapasDesde: account.totp_enabled_at,
      discordId: account.discord_id,
      googleId: account.google_id,
    },
    lojas: stores.map((row) => ({
      nome: row.name,
      endereco: row.deleted_at ? null : row.subdomain,
      papel: roleName(row.role),
      desde: row.created_at,
      excluidaEm: row.deleted_at,
    })),
    dispositivos: sessions.map((row) => ({
      nome: deviceName(row.user_agent),
      navegador: row.user_agent,
      entrouEm: row.created_at,
      vistoEm: row.last_seen_at,
      saiuEm: row.revoked_at,
    })),
    passkeys: passkeys.map((row) => ({ nome: row.name, criadaEm: row.created_at, usadaEm: row.last_used_at })),
    convites: invitations.map((row) => ({
      loja: row.name,
      // a closed invitation outlives its role
      papel: row.role && roleName(row.role),
      enviadoEm: row.created_at,
      aceitoEm: row.accepted_at,
    })),
    seguranca: security.map((row) => ({
      em: row.at,
      texto: row.text,
      detalhe: row.detail,
      aparelho: row.device,
      lugar: row.place,
    })),
    atividade: entries.map((row) => ({ em: row.at, loja: row.name, texto: row.text })),
  };
}
