import type { JsonCallName } from '@vitrine/contract/calls/table';
import { queryClient } from '../layout/query-client.ts';

/*
 * The panel's copies of answers: the key of each, and the copies that a write makes old. No screen writes a key or
 * forgets a copy by itself.
 */

type Argument = string | null | undefined | Readonly<Record<string, string>>;

/** The key of an answer: the call, then its arguments. The store stands first, so stores never mix. */
export const keyOf = (name: JsonCallName, ...args: Argument[]) => [name, ...args] as const;

const shownOrders = [
  'POST /order',
  'POST /order/details',
  'POST /order/wave',
  'POST /deliveries',
  'POST /dashboard',
  'POST /figures',
  'POST /buyers/details',
] as const;
/** The products as forms and as the list read them. */
const products = ['POST /products', 'POST /products/list'] as const;
/** What shows products: also the first steps, on the dashboard. */
const catalog = ['POST /categories', ...products, 'POST /variables', 'POST /dashboard'] as const;
const team = ['POST /members', 'GET /store/plan'] as const;

/** Whoever looks at the log of changes or of security sees each change there too. */
const logs = { store: ['POST /audit', 'POST /security'], account: ['POST /account/security'] } as const;

/** Each write of the panel, with the answers that it makes old. */
const madeOld = {
  'POST /categories/create': ['POST /categories', 'GET /store/plan'],
  'POST /categories/edit/:subdomain/:id': ['POST /categories', ...products],
  'POST /categories/order': ['POST /categories', ...products],
  'DELETE /categories/delete/:subdomain/:id': ['POST /categories', 'GET /store/plan'],
  'POST /products/create': [...catalog, 'GET /store/plan'],
  'POST /products/edit/': [...catalog, 'GET /store/plan'],
  'POST /products/change': [...catalog, 'GET /store/plan'],
  'POST /products/import': [...catalog, 'GET /store/plan'],
  'POST /products/move': ['POST /categories', ...products],
  'DELETE /products/delete/:subdomain': [...catalog, 'GET /store/plan'],
  'POST /variables/create': ['POST /variables', ...products],
  'POST /variables/edit/:subdomain/:id': ['POST /variables', ...products],
  'DELETE /variables/delete/:subdomain/:id': ['POST /variables', ...products],
  'POST /discounts/create': ['POST /discounts'],
  'POST /discounts/edit/:subdomain/:id': ['POST /discounts'],
  'DELETE /discounts/delete/:subdomain/:id': ['POST /discounts'],

  'POST /undo': [
    ...catalog,
    'GET /store/plan',
    'POST /discounts',
    'POST /pages',
    'POST /order/details',
    'POST /members',
  ],

  // an order that is made or taken back moves stock and units sold
  'POST /order/manual': [...shownOrders, ...products, 'POST /approvals'],
  'POST /order/cancel': [...shownOrders, ...products],
  'POST /order/refund': [...shownOrders, ...products, 'POST /approvals'],
  'POST /approvals/approve': [...shownOrders, ...products, 'POST /approvals'],
  'POST /approvals/decline': ['POST /approvals', 'POST /dashboard'],
  'POST /approvals/withdraw': ['POST /approvals', 'POST /dashboard'],
  'POST /files/create': ['POST /files'],
  'POST /order/notes/create': ['POST /order/details', 'POST /buyers/details'],
  'POST /order/notes/delete': ['POST /order/details', 'POST /buyers/details'],
  'POST /order/receipt': [],
  'POST /order/tags/edit': ['POST /order', 'POST /order/details', 'POST /order/tags'],
  'POST /buyers/rights/extend': [...shownOrders],
  'POST /buyers/rights/revoke': [...shownOrders],
  'POST /buyers/block': ['POST /buyers/details'],
  'POST /buyers/unblock': ['POST /buyers/details'],
  'POST /order/wave/end': [...shownOrders, ...products],
  'POST /rehearsals/start': [...shownOrders, 'POST /rehearsals'],
  'POST /rehearsals/end': [...shownOrders, 'POST /rehearsals'],
  'POST /deliveries/resend': shownOrders,
  'POST /deliveries/resends/start': [...shownOrders, 'POST /deliveries/resends'],
  'POST /deliveries/resends/change': [...shownOrders, 'POST /deliveries/resends'],
  'POST /deliveries/edit': shownOrders,
  'POST /deliveries/move': shownOrders,
  'POST /deliveries/mark': shownOrders,
  'POST /deliveries/cancel': shownOrders,
  'POST /deliveries/cancel/many': shownOrders,
  'POST /deliveries/renew': shownOrders,
  'POST /deliveries/retarget': shownOrders,

  'POST /window/publish': ['POST /window'],
  'POST /window/restore': ['POST /window'],
  'POST /pages/create': ['POST /pages'],
  'POST /pages/edit': ['POST /pages'],
  'POST /pages/order': ['POST /pages'],
  'POST /pages/publish': ['POST /pages', 'POST /pages/details'],
  'POST /pages/hide': ['POST /pages'],
  'POST /pages/delete': ['POST /pages'],

  'POST /alerts/settings/edit': ['POST /alerts/settings'],
  'POST /notices/edit': ['POST /notices'],

  'POST /subscription/create': ['POST /subscription', 'GET /store/plan', 'GET /store/connection'],
  'POST /subscription/cancel': ['POST /subscription'],

  'POST /members/invite': team,
  'POST /members/edit': team,
  'POST /members/remove': team,
  'POST /members/factor': ['POST /members'],
  'POST /approvals/rule': ['POST /members'],
  'POST /members/leave': ['GET /store'],
  'POST /members/invitations/resend': ['POST /members'],
  'POST /members/invitations/revoke': team,

  'POST /roles/create': ['POST /members'],
  // the editor may have the role too
  'POST /roles/edit': ['POST /members', 'GET /store'],
  'POST /roles/delete': ['POST /members', 'GET /store'],

  'POST /store/create': 'everything',
  'POST /store/edit': 'everything',
  'POST /store/transfer': 'everything',
  'POST /store/delete': ['GET /store'],
  'POST /store/policy': ['GET /store/connection'],
  'POST /servers/create': ['GET /store/connection'],
  'POST /servers/edit': ['GET /store/connection'],
  'POST /servers/token/rotate': ['GET /store/connection'],
  'POST /servers/decide': ['GET /store/connection'],
  'POST /servers/rcon': ['GET /store/connection'],
  'POST /servers/rcon/remove': ['GET /store/connection'],
  'POST /servers/end': ['GET /store/connection'],
  'POST /store/token/rotate': ['GET /store'],
  'POST /store/payment-account/undo': 'everything',
  'POST /store/payment-account/accept': ['POST /store/payment-account'],
  'POST /discord/main': ['GET /store/connection', ...products, 'GET /discord/roles', 'GET /discord/channels'],
  'POST /discord/disconnect': ['GET /store/connection', ...products, 'GET /discord/roles', 'GET /discord/channels'],

  'POST /account/edit': ['GET /profile'],
  // a new password also ends other sessions, and passkeys of the last days
  'POST /password/change': ['GET /profile', 'GET /account/sessions', 'GET /account/passkeys'],
  'POST /account/second-factor/confirm': ['GET /profile', 'GET /store'],
  'POST /account/second-factor/recovery-codes': ['GET /profile'],
  'POST /account/second-factor/disable': ['GET /profile', 'GET /store'],
  'POST /account/factor-recovery/cancel': ['GET /account/factor-recovery'],
  'POST /account/push': ['GET /account/push'],
  'POST /account/push/remove': ['GET /account/push'],
  'POST /account/unlink/discord': ['GET /profile'],
  'POST /account/unlink/google': ['GET /profile'],
  'POST /account/passkeys': ['GET /account/passkeys', 'GET /store'],
  'POST /account/passkeys/remove': ['GET /account/passkeys', 'GET /store'],
  'DELETE /account/sessions': ['GET /account/sessions'],
  'DELETE /account/sessions/:id': ['GET /account/sessions'],
} as const satisfies { [Write in JsonCallName]?: readonly JsonCallName[] | 'everything' };

/** A write that makes answers old. */
export type Write = keyof typeof madeOld;

/** Answers that are marked old but not loaded again at once: a server that a screen still shows may be gone. */
const ONLY_MARKED = new Set<unknown>(['GET /discord/roles', 'GET /discord/channels']);

/**
 * Marks the answers that this write made old, and loads those again that a screen shows. Resolves when they are there;
 * a screen that need not wait uses `void`. `store` is the store of the write; without it the write is the account's.
 */
export async function refreshAfter(write: Write, store?: string | null): Promise<void> {
  const names: readonly string[] | 'everything' = madeOld[write];
  if (names === 'everything') return await queryClient.invalidateQueries();
  const old = new Set([...names, ...logs[store === undefined ? 'account' : 'store']]);
  const isOld = ({ queryKey: [name, of] }: { queryKey: readonly unknown[] }) =>
    old.has(name as string) && (store === undefined || of === undefined || of === store);
  await queryClient.invalidateQueries({ predicate: isOld, refetchType: 'none' });
  await queryClient.refetchQueries({
    type: 'active',
    predicate: (query) => isOld(query) && !ONLY_MARKED.has(query.queryKey[0]),
  });
}
