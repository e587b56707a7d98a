import type { Role } from '@vitrine/contract/stores';

/** From the least to the most trusted. */
const ranks: Record<Role, number> = { attendant: 0, manager: 1, admin: 2, owner: 3 };

/** Whether somebody with `own` may give `role` to others: nobody gives a role above their own (DECISIONS.md, Members). */
export function mayGrant(own: Role, role: Role): boolean {
  return ranks[role] <= ranks[own];
}

/** Whether somebody with `own` may change or remove a member with `role`. Only a transfer changes the owner. */
export function mayManage(own: Role, role: Role): boolean {
  return role !== 'owner' && ranks[role] <= ranks[own];
}
