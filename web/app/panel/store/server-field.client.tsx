import { BUYERS_SERVER, EVERY_SERVER } from '@vitrine/contract/action-servers';
import { type ActionTarget, isGame } from '@vitrine/contract/action-types';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/inputs.tsx';
import { useNamedServers } from './servers-query.ts';

interface ServerFieldProps {
  target: ActionTarget;
  /** Empty for the store's first server. */
  value: string;
  error: string | undefined;
  onChange(server: string): void;
}

/** The server on which something happens. Hidden if there is only one to choose. */
export function ServerField({ target, value, error, onChange }: ServerFieldProps) {
  const servers = useNamedServers();
  if (!servers) return null;
  const [first, ...others] = servers[target];
  if (others.length === 0 && value === '') return null;
  const chosen = value === first?.id ? '' : value;
  const gone = !['', EVERY_SERVER, BUYERS_SERVER].includes(chosen) && !others.some(({ id }) => id === chosen);
  return (
    <Field
      label={target === 'discord' ? 'Servidor do Discord' : 'Servidor'}
      error={error ?? (gone ? 'Este servidor foi removido. Escolha outro.' : undefined)}
    >
      <Select value={chosen} onChange={(event) => onChange(event.target.value)}>
        {gone ? <option value={chosen}>Servidor removido</option> : null}
        {first ? <option value="">{first.name}</option> : null}
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {isGame(target) ? (
          <>
            <option value={EVERY_SERVER}>Todos os servidores</option>
            <option value={BUYERS_SERVER}>O cliente escolhe no checkout</option>
          </>
        ) : null}
      </Select>
    </Field>
  );
}
