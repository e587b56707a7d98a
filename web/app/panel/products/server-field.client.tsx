import { BUYERS_SERVER, EVERY_SERVER } from '@vitrine/contract/action-servers';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/inputs.tsx';
import { useServers } from '../store/servers-query.ts';

interface ServerFieldProps {
  /** Empty for the store's first server. */
  value: string;
  error: string | undefined;
  onChange(server: string): void;
}

/** On which server an action runs; nothing to choose where the store has one. */
export function ServerField({ value, error, onChange }: ServerFieldProps) {
  const servers = useServers() ?? [];
  const [first, ...others] = servers;
  if (!first || (others.length === 0 && value === '')) return null;
  const chosen = value === first.id ? '' : value;
  const gone = !['', EVERY_SERVER, BUYERS_SERVER].includes(chosen) && !others.some(({ id }) => id === chosen);
  return (
    <Field label="Servidor" error={error ?? (gone ? 'Este servidor foi removido. Escolha outro.' : undefined)}>
      <Select value={chosen} onChange={(event) => onChange(event.target.value)}>
        {gone ? <option value={chosen}>Servidor removido</option> : null}
        <option value="">{first.name}</option>
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value={EVERY_SERVER}>Todos os servidores</option>
        <option value={BUYERS_SERVER}>O cliente escolhe no checkout</option>
      </Select>
    </Field>
  );
}
