import { useQuery } from '@tanstack/react-query';
import { snowflakePattern } from '@vitrine/contract/actions';
import { useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { Skeleton } from '../../ui/surfaces.tsx';
import { rolesQuery } from '../store/catalog-queries.ts';
import { useCurrentStoreId } from '../store/current-store.ts';

interface RoleFieldProps {
  roleId: string;
  roleName: string;
  error: string | undefined;
  onChange(role: { roleId: string; roleName: string }): void;
}

const OTHER = 'other';

/** Picks a role of the connected Discord server by name. Another role, or one without a server, needs its id. */
export function RoleField({ roleId, roleName, error, onChange }: RoleFieldProps) {
  const { data: roles, isPending } = useQuery(rolesQuery(useCurrentStoreId()));
  const listed = roles?.some((role) => role.id === roleId) ?? false;
  const [byId, setById] = useState(false);

  if (isPending) {
    return (
      <Field label="Cargo">
        <Skeleton className="h-11" />
      </Field>
    );
  }
  const typing = !roles?.length || byId || (roleId !== '' && !listed);
  const type = (text: string) => {
    const id = text.trim();
    onChange({ roleId: id, roleName: id === roleId ? roleName : '' });
  };
  return (
    <>
      {roles?.length ? (
        <Field label="Cargo" error={typing ? undefined : error}>
          <Select
            value={typing ? OTHER : roleId}
            onChange={({ target }) => {
              setById(target.value === OTHER);
              const role = roles.find((one) => one.id === target.value);
              onChange({ roleId: role?.id ?? '', roleName: role?.name ?? '' });
            }}
          >
            <option value="">Selecione o cargo</option>
            {roles.map((role) => (
              <option key={role.id} value={role.id} disabled={!role.assignable}>
                {role.reason ? `${role.name} — ${role.reason}` : role.name}
              </option>
            ))}
            <option value={OTHER}>Outro cargo, pelo ID</option>
          </Select>
        </Field>
      ) : null}
      {typing ? (
        <Field
          label="ID do cargo"
          error={error}
          help={
            roleName && snowflakePattern.test(roleId)
              ? `Cargo ${roleName}.`
              : 'No Discord, com o modo desenvolvedor ativo: Configurações do servidor, Cargos, “Copiar ID do cargo”.'
          }
        >
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            placeholder="123456789012345678"
            className="figures"
            value={roleId}
            onChange={(event) => type(event.target.value)}
          />
        </Field>
      ) : null}
    </>
  );
}
