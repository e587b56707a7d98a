import { mailsTo, type NoticeKindName, pushesTo } from '@vitrine/contract/notice-kinds';
import type { Role } from '@vitrine/contract/roles';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { presentRole } from '../../http/held-role.ts';
import type { StoreId } from '../../http/store.ts';

interface Row {
  store_id: string;
  account_id: string;
  role: Role;
  email: string | null;
  listens: boolean;
  choices: Partial<Record<string, { mail: boolean | null; push: boolean | null }>>;
}

/** A member of a store, and what they want to hear of it. A kind that their role may not read is neither mailed nor pushed. */
export interface Hearer {
  account: string;
  /** The proven address. Null if the member has none: then they learn of it in the panel. */
  email: string | null;
  mailed: (kind: NoticeKindName) => boolean;
  pushed: (kind: NoticeKindName) => boolean;
}

/** The members of each of these stores as they are now, the owner first. */
export async function hearersOf(tx: Tx, stores: readonly StoreId[]): Promise<Map<string, Hearer[]>> {
  const { rows } = await sql<Row>`
    select m.store_id, m.account_id, ${presentRole('m')} as role, case when a.email_verified_at is not null then a.email end as email,
           exists (select from push_subscription p where p.account_id = m.account_id) as listens,
           coalesce((select json_object_agg(c.kind, json_build_object('mail', c.mail, 'push', c.push)) from notice_choice c
                      where c.store_id = m.store_id and c.account_id = m.account_id), '{}') as choices
      from member m join account a on a.id = m.account_id and a.deleted_at is null
     where m.store_id = any(${[...stores]}::text[])
     order by m.store_id, m.role <> 'owner', m.account_id`.execute(tx);
  const hearers = new Map<string, Hearer[]>();
  for (const { store_id, account_id, role, email, listens, choices } of rows) {
    const those = hearers.get(store_id) ?? [];
    those.push({
      account: account_id,
      email,
      mailed: (kind) => email !== null && mailsTo(role, kind, choices[kind]?.mail ?? null),
      pushed: (kind) => listens && pushesTo(role, kind, choices[kind]?.push ?? null),
    });
    hearers.set(store_id, those);
  }
  return hearers;
}
