import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/inputs.tsx';
import type { Server } from './cart.ts';

interface ServerFieldProps {
  servers: readonly Server[];
  server: Server | undefined;
  error: string | undefined;
  onChange: (change: { serverId: string }) => void;
}

/** The field for the game server, if the buyer chooses it. Most stores have a single server, so the field is loaded on demand. */
export default function ServerField({ servers, server, error, onChange }: ServerFieldProps) {
  return (
    <Field
      label="Servidor"
      error={error}
      help={server?.online === false ? 'Fora do ar agora. A entrega sai quando ele voltar.' : 'Onde você joga.'}
    >
      <Select
        name="serverId"
        required
        value={server?.id ?? ''}
        onChange={(event) => onChange({ serverId: event.target.value })}
      >
        <option value="">Selecione</option>
        {servers.map(({ id, name, online }) => (
          <option key={id} value={id}>
            {name} · {online ? 'online' : 'fora do ar'}
          </option>
        ))}
      </Select>
    </Field>
  );
}
