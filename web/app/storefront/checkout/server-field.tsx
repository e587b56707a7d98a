import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/inputs.tsx';
import type { Server } from './cart.ts';

interface ServerFieldProps {
  servers: readonly Server[];
  server: Server | undefined;
  error: string | undefined;
  onChange: (change: { serverId: string }) => void;
}

/** The game server, where the buyer chooses one. Most stores have one, so the field is loaded on demand. */
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
