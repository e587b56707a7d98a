import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PickOrType } from '../discord/pick-or-type.client.tsx';
import { rolesQuery } from '../store/catalog-queries.ts';
import { useCurrentStoreId } from '../store/current-store.ts';

interface RoleFieldProps {
  /** Empty for the main server. */
  server: string;
  roleId: string;
  roleName: string;
  error: string | undefined;
  onChange(role: { roleId: string; roleName: string }): void;
}

/** Picks a role of one of the connected Discord servers by name. Another role, or one without a server, needs its id. */
export function RoleField({ server, roleId, roleName, error, onChange }: RoleFieldProps) {
  const store = useCurrentStoreId();
  const queries = useQueryClient();
  const { data: roles, isPending } = useQuery(rolesQuery(store, server));
  return (
    <PickOrType
      noun="cargo"
      help="No Discord, com o modo desenvolvedor ativo: Configurações do servidor, Cargos, “Copiar ID do cargo”."
      options={roles?.map(({ id, name, reason, assignable }) => ({ id, name, reason, disabled: !assignable }))}
      pending={isPending}
      onRefresh={() => queries.fetchQuery({ ...rolesQuery(store, server, true), staleTime: 0 })}
      id={roleId}
      name={roleName}
      error={error}
      onChange={(id, name) => onChange({ roleId: id, roleName: name })}
    />
  );
}
