import { hasRightsOf } from '@vitrine/contract/permissions';
import { invitableRoles, type OwnRole, type Role, roleKey, roleName } from '@vitrine/contract/roles';
import { useRole } from '../store/may.ts';

/** The roles that this person may give: those whose rights they have. A role that is held already stays in the list. */
export function useGivableRoles(own: readonly OwnRole[], held?: Role): Role[] {
  const mine = useRole();
  const all: Role[] = [...invitableRoles, ...own];
  return all.filter(
    (role) => (mine && hasRightsOf(mine, role)) || (held !== undefined && roleKey(held) === roleKey(role)),
  );
}

/** These roles as the choices of a list, the store's own apart. */
export function RoleOptions({ roles }: { roles: readonly Role[] }) {
  const option = (role: Role) => (
    <option key={roleKey(role)} value={roleKey(role)}>
      {roleName(role)}
    </option>
  );
  const own = roles.filter((role) => typeof role !== 'string');
  return (
    <>
      {roles.filter((role) => typeof role === 'string').map(option)}
      {own.length > 0 ? <optgroup label="Papéis da loja">{own.map(option)}</optgroup> : null}
    </>
  );
}
