import { mailsTo, type NoticeKindName } from '@vitrine/contract/notice-kinds';
import type { Role } from '@vitrine/contract/roles';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';

interface Row {
  store_id: string;
  role: Role;
  email: string | null;
  mail: Partial<Record<string, boolean | null>>;
}

/** A member of a store whom it can write to. */
export interface Hearer {
  /** Proven. */
  email: string;
  /** Whether this member wants mails of a kind, and may read what it is about. */
  mailed: (kind: NoticeKindName) => boolean;
}

/** The members of each of these stores as they are now, the owner first. Whoever has no proven address reads the panel. */
export async function hearersOf(tx: Tx, stores: readonly StoreId[]): Promise<Map<string, Hearer[]>> {
  const { rows } = await sql<Row>`
    select m.store_id, m.role, case when a.email_verified_at is not null then a.email end as email,
           coalesce((select json_object_agg(c.kind, c.mail) from notice_choice c
                      where c.store_id = m.store_id and c.account_id = m.account_id), '{}') as mail
      from member m join account a on a.id = m.account_id and a.deleted_at is null
     where m.store_id = any(${[...stores]}::text[])
     order by m.store_id, m.role <> 'owner', m.account_id`.execute(tx);
  const hearers = new Map<string, Hearer[]>();
  for (const { store_id, role, email, mail } of rows) {
    if (!email) continue;
    const those = hearers.get(store_id) ?? [];
    those.push({ email, mailed: (kind) => mailsTo(role, kind, mail[kind] ?? null) });
    hearers.set(store_id, those);
  }
  return hearers;
}
