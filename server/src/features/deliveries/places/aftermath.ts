import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import type { Args } from '../render/render-fields.ts';

/** What the end of a purchase did, kept with the delivery that did it. It counts when the delivery is finished. */
export interface Aftermath {
  /** The group, role or vehicle that was taken back. */
  taken?: string;
  /** What the receiver keeps or gets back instead. */
  stays?: string;
  /** Why it stays: another purchase gives it, or it was there before anything was bought. */
  by?: 'purchase' | 'prior';
  /** Money of the city that was taken back. */
  takenMoney?: number;
  /** Money of the city that had been spent: an open debt. */
  owed?: number;
  /** A person ended the debt: it was paid back in another way, or the store let it go. */
  closed?: 'settled' | 'forgiven';
}

/** The group, vehicle or role that an action names. */
export const nameOf = ({ group, vehicle, roleName, roleId }: Args) =>
  String(group ?? vehicle ?? (roleName || roleId) ?? '');

/** Keeps these with their deliveries. */
export async function keepAftermath(tx: Tx, store: StoreId, all: ReadonlyMap<string, Aftermath>): Promise<void> {
  if (all.size === 0) return;
  const rows = [...all].map(([id, aftermath]) => ({ id, aftermath }));
  await sql`
    update delivery d set aftermath = w.aftermath
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(id text, aftermath jsonb)
     where d.store_id = ${store} and d.id = w.id`.execute(tx);
}

/**
 * What a removal of money did: it takes what is there and never more, and the rest is owed. Undefined while it may be tried
 * again, and empty if the script is too old to report it.
 * `detail` is the balance before and after, as the city read it.
 */
export function aftermathOfMoney(
  amount: number,
  outcome: { status: string; code: string; detail?: unknown },
): Aftermath | undefined {
  if (outcome.code === 'insufficient_funds') return { takenMoney: 0, owed: amount };
  if (outcome.status !== 'succeeded') return undefined;
  const { before, after } = (outcome.detail ?? {}) as Record<string, unknown>;
  if (!Number.isSafeInteger(before) || !Number.isSafeInteger(after)) return {};
  const takenMoney = Math.min(amount, Math.max(0, Number(before) - Number(after)));
  return { takenMoney, owed: amount - takenMoney };
}
