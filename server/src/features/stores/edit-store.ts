import { limits } from '@vitrine/contract/limits';
import type { StoreEdit, StoreStatus } from '@vitrine/contract/stores';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { newReference } from '../../db/ids.ts';
import { type Secret, seal } from '../../db/seal.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { claimingSubdomain, refuseHeldSubdomain } from './create-store.ts';
import { lockStore } from './lock-store.ts';
import { hasImage, holdSubdomain, releaseSubdomain } from './queries.ts';
import { type Actor, difference, recordAudit, refuseOvertaken } from './record-audit.ts';
import { maskToken, uploadedImageKey } from './store.ts';
import { isReservedSubdomain } from './subdomain.ts';
import { touchPages } from './touch-pages.ts';

type Editor = Actor & { accountId: string };

/**
 * Saves the settings; absent fields keep their value. After a change of subdomain the old one redirects for 30 days, and no
 * other store can take it. Refuses an edit over an older version (`changed_meanwhile`), reserved, taken and held names,
 * pictures that were not uploaded here, and an opening in the past or far away (`opens_at_invalid`).
 */
export async function editStore(tx: Tx, store: StoreId, editor: Editor, edit: StoreEdit): Promise<void> {
  const before = await lockStore(tx, store);
  const edited = { action: 'store.edit' };
  await refuseOvertaken(tx, store, edited, { present: before.settings_version, read: edit.version });
  const after = {
    name: edit.nameStore,
    subdomain: edit.nameDomain,
    description: edit.description ?? before.description,
    opens_at: openingOf(edit.opensAt, before.opens_at),
    primary_color: edit.branding.primaryColor,
    secondary_color: edit.branding.secondaryColor,
    logo: await picture(tx, editor.accountId, edit.branding.logo, before.logo),
    banner: await picture(tx, editor.accountId, edit.branding.banner, before.banner),
    legal: { ...before.legal, ...defined(edit.legal) },
    settings: { ...before.settings, ...defined(edit.settings) },
  };
  const changed = difference<Partial<typeof before>>(before, after);
  if (!changed.after) return;

  if (after.subdomain !== before.subdomain && isReservedSubdomain(after.subdomain)) {
    throw new Refusal('subdomain_reserved');
  }
  await claimingSubdomain(() =>
    tx
      .updateTable('store')
      .set({
        ...after,
        legal: JSON.stringify(after.legal),
        settings: JSON.stringify(after.settings),
        settings_version: sql<number>`settings_version + 1`,
      })
      .where('id', '=', store)
      .execute(),
  );
  if (after.subdomain !== before.subdomain) {
    await refuseHeldSubdomain(tx, store, after.subdomain);
    await releaseSubdomain(tx, store, after.subdomain);
    await holdSubdomain(tx, store, before.subdomain, limits.subdomainHoldDays);
  }
  await touchPages(tx, store);
  const text = 'Mudou as configurações da loja';
  await recordAudit(tx, store, editor, { ...edited, text, before: changed.before, after: changed.after });
}

/**
 * Closes the store to buyers (status Inativa) or opens it again. Its public pages follow at once, and a closed store takes
 * no new order. Orders that exist already go on as usual.
 */
export async function setStoreStatus(
  tx: Tx,
  store: StoreId,
  editor: Actor,
  status: StoreStatus['status'],
): Promise<void> {
  const before = await lockStore(tx, store);
  if (before.status === status) return;
  await tx.updateTable('store').set({ status }).where('id', '=', store).execute();
  await touchPages(tx, store);
  const [action, text] = status === 'active' ? ['store.open', 'Reabriu a loja'] : ['store.close', 'Fechou a loja'];
  await recordAudit(tx, store, editor, { action, text, before: { status: before.status }, after: { status } });
}

/** A payment token, and what the provider said about its account. */
export interface CheckedToken {
  token: string;
  collectorId: string;
  nickname: string;
  testUser: boolean;
}

/**
 * Stores the payment token, encrypted for this store. The address of notices never changes, because the provider still
 * sends notices of older payments there.
 */
export async function savePaymentToken(
  tx: Tx,
  secret: Secret,
  store: StoreId,
  editor: Actor,
  { token, collectorId, nickname, testUser }: CheckedToken,
): Promise<void> {
  const credential = {
    token_cipher: seal(secret, token, store),
    token_mask: maskToken(token),
    collector_id: collectorId,
    nickname,
    test_user: testUser,
    pix_adapter: null,
    problem: null,
    checked_at: sql<Date>`now()`,
  };
  const kept = await tx.selectFrom('store').where('id', '=', store).select('notice_key').executeTakeFirst();
  await tx
    .insertInto('store_credential')
    .values({ store_id: store, notice_key: kept?.notice_key ?? newReference(), ...credential })
    .onConflict((on) => on.column('store_id').doUpdateSet(credential))
    .execute();
  await touchPages(tx, store);
  const text = `Conectou a conta ${nickname} do Mercado Pago`;
  await recordAudit(tx, store, editor, {
    action: 'store.payment_token',
    text,
    after: { token: maskToken(token), nickname },
  });
}

/** When the store opens. Undefined keeps the time, even if it has passed meanwhile; null opens the store now. */
function openingOf(wanted: string | null | undefined, before: Date | null): Date | null {
  if (wanted === undefined || wanted === before?.toISOString()) return before;
  if (wanted === null) return null;
  const days = (Date.parse(wanted) - Date.now()) / 86_400_000;
  if (days <= 0 || days > limits.opensWithinDays) throw new Refusal('opens_at_invalid');
  return new Date(wanted);
}

/** `address`: undefined keeps the picture, null or '' removes it, else a picture uploaded in one of the editor's stores. */
async function picture(tx: Tx, accountId: string, address: string | null | undefined, before: string | null) {
  if (address === undefined || address === before) return before;
  if (address === null || address === '') return null;
  return await requirePicture(tx, accountId, address);
}

/** Answers the address. Refuses one that leads to no picture of the account's stores (`image_not_found`). */
export async function requirePicture(tx: Tx, accountId: string, address: string): Promise<string> {
  const key = uploadedImageKey(address);
  if (!key || !(await hasImage(tx, accountId, key))) throw new Refusal('image_not_found');
  return address;
}

function defined<T extends object>(values: T | undefined): Partial<T> {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== undefined)) as Partial<T>;
}
