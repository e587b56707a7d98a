import { hasRightsOf } from '@vitrine/contract/permissions';
import type { Role } from '@vitrine/contract/roles';

/** Whether somebody with `own` may change or remove a member with `role`. Only a transfer changes the owner. */
export const mayManage = (own: Role, role: Role): boolean => role !== 'owner' && hasRightsOf(own, role);
