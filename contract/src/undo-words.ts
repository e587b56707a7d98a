import type { Permission } from './permissions.ts';

/** What can come back after somebody deleted it, with the permission that its deletion needs. Without a schema, for pages. */
export const undoAccess = {
  product: 'catalog.edit',
  category: 'catalog.edit',
  coupon: 'discounts.edit',
  variable: 'variables.edit',
  page: 'window.edit',
  note: 'orders.read',
  role: 'members.edit',
} as const satisfies Record<string, Permission>;
export type UndoKind = keyof typeof undoAccess;
export const undoKinds = Object.keys(undoAccess) as [UndoKind, ...UndoKind[]];

/** Minutes for which a deletion can be undone. */
export const UNDO_MINUTES = 10;
