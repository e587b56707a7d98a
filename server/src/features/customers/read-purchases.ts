import { withLabel } from '@vitrine/contract/action-labels';
import { benefitsOf as wordsOf } from '@vitrine/contract/action-text';
import type { CustomerMe } from '@vitrine/contract/customers';
import { toReais } from '@vitrine/contract/money';
import { shownOptions } from '@vitrine/contract/product-options';
import type { Purchase, Purchases, SignedIn } from '@vitrine/contract/purchases';
import type { Deps } from '../../deps.ts';
import { type Customer, customerCookieOf, findCustomer } from '../../http/customer-session.ts';
import type { StoreId } from '../../http/store.ts';
import { avatarUrl } from '../accounts/account.ts';
import { actionOf } from '../deliveries/render/render-action.ts';
import { noteText } from '../orders/order.ts';
import { benefitsOf, stateOfPurchase } from './purchase.ts';
import { listPurchases, listRights, type PurchaseRow, type RightRow } from './queries.ts';

/** Orders on one page. */
const PAGE = 10;
/** The form of `newId`. Any other cursor begins at the newest. */
const ID = /^[0-9a-z]{26}$/;

/** The customer who is signed in at this store in the browser that sent these cookies. */
export async function customerOfCookies(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  store: StoreId,
  cookies: string | null,
): Promise<Customer | undefined> {
  const token = customerCookieOf(cookies, 'session', config.publicUrl.startsWith('https:'));
  return token === undefined ? undefined : await findCustomer(db, store, token);
}

/** The signed-in shopper as their own browser sees them; null for a sign-in by e-mail. */
export function discordOnWire({ discordId, name, avatar }: Customer, cdnUrl: string): CustomerMe['discord'] {
  if (discordId === null) return null;
  const picture = avatarUrl({ discord_id: discordId, discord_avatar: avatar }, cdnUrl);
  return { id: discordId, name, avatar: picture ?? '' };
}

export const signedIn = ({ discordId, email }: Customer): SignedIn =>
  discordId !== null ? { by: 'discord', name: discordId } : { by: 'email', name: email };

/**
 * A page of the purchases of the holder of these cookies, with the benefits on the first page; null if nobody is
 * signed in.
 */
export async function readPurchases(
  deps: Pick<Deps, 'db' | 'config'>,
  store: StoreId,
  cookies: string | null,
  cursor: string | null,
): Promise<Purchases | null> {
  const customer = await customerOfCookies(deps, store, cookies);
  if (!customer) return null;
  const after = cursor !== null && ID.test(cursor) ? cursor : null;
  const [rights, rows] = await Promise.all([
    after === null ? listRights(deps.db, store, customer) : [],
    listPurchases(deps.db, store, customer, { cursor: after, limit: PAGE + 1 }),
  ]);
  const page = rows.slice(0, PAGE);
  return {
    who: signedIn(customer),
    benefits: benefitsOf(rights, textOf),
    orders: page.map(purchaseOnWire),
    nextCursor: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null,
  };
}

function purchaseOnWire(row: PurchaseRow): Purchase {
  return {
    reference: row.reference,
    number: row.number,
    date: row.created_at.toISOString(),
    state: stateOfPurchase(row),
    total: toReais(row.total_centavos),
    refunded: toReais(row.refunded_centavos),
    lines: row.items.map(({ name, quantity, returned, options }) => ({
      name,
      quantity,
      returned,
      options: shownOptions(options),
    })),
    note: noteText(row.note),
    receipt: row.receipt,
  };
}

/** What a right is, in the words of the shop window. The text of a command is the owner's secret. */
export function textOf({ target, action_type, args, labelled, action_index }: RightRow): string | null {
  if (action_type === null || args === null) return null;
  return wordsOf([withLabel(actionOf(target, action_type, args), labelled ?? [], action_index ?? 0)])[0] ?? null;
}
