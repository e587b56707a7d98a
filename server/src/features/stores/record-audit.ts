import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import type { StoreId } from '../../http/store.ts';

/** Whoever made a change: an account and its name at that time. `accountId` is null for the system or a game server. */
export interface Actor {
  accountId: string | null;
  name: string;
}

/**
 * Writes an entry into the store's audit log. In the transaction of the change, so that a change and its entry are stored
 * together or not at all.
 *
 * `action` is a stable English name (`product.create`), `text` what people read (pt-BR). `before` and `after` are plain
 * data of the fields that changed; never a secret: write a mask or nothing.
 */
export async function recordAudit(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  action: string,
  text: string,
  before?: unknown,
  after?: unknown,
): Promise<void> {
  await tx
    .insertInto('audit_entry')
    .values({
      store_id: store,
      id: newId(),
      account_id: actor.accountId,
      actor: actor.name.slice(0, 255),
      action,
      text: text.slice(0, 500),
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
    })
    .execute();
}

/** The fields that differ between two states of a row, for `before` and `after` of an entry. None where nothing differs. */
export function difference<T extends object>(before: T, after: T): { before?: Partial<T>; after?: Partial<T> } {
  const changed = (Object.keys(after) as (keyof T)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  if (changed.length === 0) return {};
  const pick = (values: T) => Object.fromEntries(changed.map((key) => [key, values[key]])) as Partial<T>;
  return { before: pick(before), after: pick(after) };
}
