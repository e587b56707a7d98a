import { type SecurityEntry, type SecurityKind, securityKinds } from '@vitrine/contract/security-events';
import { sql } from 'kysely';
import { CSV_START, csvLine } from '../../../csv.ts';
import type { Db } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';

/** Rows in one export: more than a person reads. */
export const EXPORTED_EVENTS = 10_000;

interface Row {
  id: string;
  at: Date;
  kind: string;
  detail: Record<string, unknown>;
  person: string;
  store: string | null;
  device: string;
  network: string;
}

interface Page {
  /** Id of the last entry of the page before. The page begins after it, with older entries. */
  before?: string | undefined;
  limit: number;
}

const entries = (db: Db, { before, limit }: Page) =>
  db
    .selectFrom('security_event as e')
    .innerJoin('account as a', 'a.id', 'e.account_id')
    .leftJoin('store as s', 's.id', 'e.store_id')
    .$if(before !== undefined, (query) => query.where('e.id', '<', before ?? ''))
    .orderBy('e.id', 'desc')
    .limit(limit)
    .select(['e.id', 'e.at', 'e.kind', 'e.detail', 'e.device', 'e.network', 'a.name as person', 's.name as store']);

/** The security log of an account, newest first: events of the account, and what its person did in stores. */
export async function accountSecurity(db: Db, accountId: string, page: Page): Promise<SecurityEntry[]> {
  const rows = await entries(db, page).where('e.account_id', '=', accountId).execute();
  return rows.map((row) => onWire(row as Row));
}

/** Kinds of account events that a store's log shows of its members, because a member's account opens the store. */
const ofMembers = Object.entries(securityKinds)
  .filter(([, kind]) => 'store' in kind)
  .map(([name]) => name);

/** The security log of a store, newest first: the store's events, and logins and ways in of its members since they joined. */
export async function storeSecurity(db: Db, store: StoreId, page: Page): Promise<SecurityEntry[]> {
  const rows = await entries(db, page)
    .where((on) =>
      on.or([
        on('e.store_id', '=', store),
        on.and([
          on('e.store_id', 'is', null),
          on('e.kind', 'in', ofMembers),
          on.exists(
            on
              .selectFrom('member as m')
              .where('m.store_id', '=', store)
              .whereRef('m.account_id', '=', 'e.account_id')
              .whereRef('m.created_at', '<=', 'e.at')
              .select(sql<number>`1`.as('one')),
          ),
        ]),
      ]),
    )
    .execute();
  return rows.map((row) => onWire(row as Row));
}

function onWire(row: Row): SecurityEntry {
  const known = Object.hasOwn(securityKinds, row.kind) ? securityKinds[row.kind as SecurityKind].text : row.kind;
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    text: known,
    detail: Object.values(row.detail).map(String).join(', '),
    person: row.person,
    store: row.store,
    device: row.device,
    place: row.network ? `rede ${row.network}` : '',
  };
}

/** The log as CSV. */
export function securityCsv(rows: SecurityEntry[]): string {
  const head = ['Quando', 'O que', 'Detalhe', 'Pessoa', 'Loja', 'Aparelho', 'Lugar'];
  const lines = rows.map(({ at, text, detail, person, store, device, place }) => [
    ...[at, text, detail, person, store ?? '', device, place],
  ]);
  return CSV_START + [head, ...lines].map(csvLine).join('');
}
