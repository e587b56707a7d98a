import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';

/** Whoever made a change: an account and its name at that time. `accountId` is null for the system or a game server. */
export interface Actor {
  accountId: string | null;
  name: string;
}

/** What one entry of the log says. */
export interface AuditNote {
  /** A stable English name, the kind of the changed object before its dot (`product.create`). */
  action: string;
  /** What people read (pt-BR). */
  text: string;
  /** Id of the changed object; absent where the store itself changed, or several at once. */
  object?: string;
  /** Plain data of the fields that changed; never a secret: write a mask or nothing. The words are in `members/audit.ts`. */
  before?: unknown;
  after?: unknown;
}

/**
 * Writes an entry into the store's audit log. In the transaction of the change, so that a change and its entry are stored
 * together or not at all.
 */
export async function recordAudit(tx: Tx, store: StoreId, actor: Actor, note: AuditNote): Promise<void> {
  await recordAudits(tx, store, actor, [note]);
}

/** Entries that one statement writes; PostgreSQL takes 65,535 values. */
const ENTRIES = 1000;

/** The same for many changes of one press. */
export async function recordAudits(tx: Tx, store: StoreId, actor: Actor, notes: readonly AuditNote[]): Promise<void> {
  for (let from = 0; from < notes.length; from += ENTRIES) {
    const rows = notes.slice(from, from + ENTRIES).map(({ action, text, object, before, after }) => ({
      store_id: store,
      id: newId(),
      account_id: actor.accountId,
      actor: actor.name.slice(0, 255),
      action,
      object_id: object ?? null,
      text: text.slice(0, 500),
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
    }));
    await tx.insertInto('audit_entry').values(rows).execute();
  }
}

/**
 * Refuses (`changed_meanwhile`) an edit over another version than the present one, and says who saved the present one and
 * when. An edit that names no version always passes. `action` and `object` name such an edit in the log of changes. The caller
 * has locked the row, so that of two edits over one version the second is refused.
 */
export async function refuseOvertaken(
  tx: Tx,
  store: StoreId,
  { action, object }: Pick<AuditNote, 'action' | 'object'>,
  { present, read }: { present: number; read: number | undefined },
): Promise<void> {
  if (read === undefined || read === present) return;
  const entry = await tx
    .selectFrom('audit_entry')
    .where('store_id', '=', store)
    // the index of the log's filter by kind
    .where(sql`split_part(action, '.', 1)`, '=', action.slice(0, action.indexOf('.')))
    .where('action', '=', action)
    .where('object_id', 'is not distinct from', object ?? null)
    .select(['actor', 'at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  throw new Refusal('changed_meanwhile', { change: { by: entry?.actor ?? null, at: entry?.at.toISOString() ?? null } });
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** The parts of `values` that differ from `others`, down to the field inside a field. */
function differing(values: Fields, others: Fields): Fields {
  const keys = Object.keys({ ...others, ...values }).filter(
    (key) => JSON.stringify(values[key]) !== JSON.stringify(others[key]),
  );
  return Object.fromEntries(
    keys.map((key) => {
      const [one, other] = [values[key], others[key]];
      return [key, isFields(one) && isFields(other) ? differing(one, other) : (one ?? null)];
    }),
  );
}

/** The fields that differ between two states of a row, for `before` and `after` of an entry. Empty if nothing differs. */
export function difference<T extends object>(before: T, after: T): { before?: Partial<T>; after?: Partial<T> } {
  const [now, was] = [
    after as Fields,
    Object.fromEntries(Object.keys(after).map((key) => [key, (before as Fields)[key]])),
  ];
  const changed = differing(now, was);
  if (Object.keys(changed).length === 0) return {};
  return { before: differing(was, now) as Partial<T>, after: changed as Partial<T> };
}
