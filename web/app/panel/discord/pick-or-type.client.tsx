import { snowflakePattern } from '@vitrine/contract/actions';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { Skeleton } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';

interface PickOrTypeProps {
  /** What is chosen, pt-BR: 'cargo' or 'canal'. */
  noun: string;
  /** Stands before each name in the list. */
  sign?: string;
  /** Where people find the id in Discord. */
  help: string;
  /** The choices; undefined if the list did not arrive. `reason` says why a choice cannot be made. */
  options: readonly { id: string; name: string; reason: string | null; disabled: boolean }[] | undefined;
  pending: boolean;
  /** Asks Discord for the list again, after a change there. */
  onRefresh(): Promise<unknown>;
  id: string;
  name: string;
  error: string | undefined;
  onChange(id: string, name: string): void;
}

const OTHER = 'other';

/** Picks something of the connected Discord server by name. If the list lacks it, or did not arrive, the person types its id. */
export function PickOrType(props: PickOrTypeProps) {
  const { noun, sign = '', help, options, pending, onRefresh, id, name, error, onChange } = props;
  const [byId, setById] = useState(false);
  const [refreshing, setRefreshing] = useState(false);
  const label = `${noun[0]?.toUpperCase()}${noun.slice(1)}`;
  if (pending) {
    return (
      <Field label={label}>
        <Skeleton className="h-11" />
      </Field>
    );
  }
  const refresh = async () => {
    setRefreshing(true);
    await onRefresh().catch((failure) => notify.error(errorText(failure, 'Erro ao carregar dados')));
    setRefreshing(false);
  };
  const again = (
    <Button
      tone="quiet"
      size="small"
      className="-my-2"
      icon={<RefreshCw className="size-3.5" />}
      pending={refreshing}
      pendingLabel="Atualizando..."
      onClick={() => void refresh()}
    >
      Atualizar lista
    </Button>
  );
  const listed = options?.some((option) => option.id === id) ?? false;
  const typing = !options?.length || byId || (id !== '' && !listed);
  return (
    <>
      {options?.length ? (
        <Field label={label} error={typing ? undefined : error} aside={again}>
          <Select
            value={typing ? OTHER : id}
            onChange={({ target }) => {
              setById(target.value === OTHER);
              const chosen = options.find((option) => option.id === target.value);
              onChange(chosen?.id ?? '', chosen?.name ?? '');
            }}
          >
            <option value="">Selecione o {noun}</option>
            {options.map((option) => (
              <option key={option.id} value={option.id} disabled={option.disabled}>
                {option.reason ? `${sign}${option.name} — ${option.reason}` : `${sign}${option.name}`}
              </option>
            ))}
            <option value={OTHER}>Outro {noun}, pelo ID</option>
          </Select>
        </Field>
      ) : null}
      {typing ? (
        <Field
          label={`ID do ${noun}`}
          error={error}
          aside={options?.length ? undefined : again}
          help={name && snowflakePattern.test(id) ? `${label} ${sign}${name}.` : help}
        >
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            placeholder="123456789012345678"
            className="figures"
            value={id}
            onChange={({ target }) => {
              const typed = target.value.trim();
              onChange(typed, typed === id ? name : '');
            }}
          />
        </Field>
      ) : null}
    </>
  );
}
