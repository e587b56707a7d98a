import { Done } from '../common.ts';
import { RoleCreate, RoleCreated, RoleDelete, RoleEdit, TeamRole } from '../team-roles.ts';
import { call } from './call.ts';

const done = { success: true };
const subdomain = 'cidadealta';
const role = { name: 'Moderador', permissions: ['orders.read', 'deliveries.repair'] };

/** The roles that a store makes for itself. They are listed with its members. */
export const roles = {
  'POST /roles/create': call({
    id: 'createRole',
    access: 'members.edit',
    says: 'Makes a role of the store from permissions that the caller has.',
    body: RoleCreate,
    answer: RoleCreated,
    refusals: ['role_above_own', 'role_taken', 'role_limit', 'step_up_required', 'rate_limited'],
    example: { body: { subdomain, ...role }, answer: { ...done, id: '06h0dkkcq3w2' } },
  }),
  'POST /roles/edit': call({
    id: 'editRole',
    access: 'members.edit',
    says: 'Changes the name and the permissions of a role of the store, for everybody who has it.',
    body: RoleEdit,
    answer: Done,
    versioned: TeamRole,
    refusals: [
      'role_not_found',
      'changed_meanwhile',
      'role_above_own',
      'role_taken',
      'step_up_required',
      'rate_limited',
    ],
    example: { body: { subdomain, id: '06h0dkkcq3w2', ...role, version: 1 }, answer: done },
  }),
  'POST /roles/delete': call({
    id: 'deleteRole',
    access: 'members.edit',
    says: 'Deletes a role of the store and gives another one to whoever has it.',
    body: RoleDelete,
    answer: Done,
    refusals: ['role_not_found', 'role_in_use', 'role_above_own', 'step_up_required', 'rate_limited'],
    example: { body: { subdomain, id: '06h0dkkcq3w2', replacement: 'attendant' }, answer: done },
  }),
};
