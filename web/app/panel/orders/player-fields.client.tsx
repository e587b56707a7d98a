import { type IdentityKind, identityRules } from '@vitrine/contract/identity';
import type { StoreConnection } from '@vitrine/contract/store-answers';
import { classNames } from '../../lib/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { isTyped, kindLabel } from './player-ids.ts';

export type Server = StoreConnection['servers'][number];

/** The ids of a player, as a person typed them. */
export interface PlayerValues {
  clientId: number | null;
  /** The player's other ids, by kind. */
  identities: Record<string, string>;
  discordId: string;
}

interface PlayerFieldsProps {
  values: PlayerValues;
  onChange(part: Partial<PlayerValues>): void;
  /** Texts by field: a name of `PlayerValues`, or `identities.{kind}`. */
  problems: Readonly<Record<string, string>>;
  /** The kinds of id by which the goods' servers know the player. */
  kinds: readonly IdentityKind[];
  /** Why the Discord login may stay empty; absent if it may not. */
  discordOptional?: string;
}

/** Who gets the goods: the ids that their servers ask for, and the Discord login. */
export function PlayerFields({ values, onChange, problems, kinds, discordOptional }: PlayerFieldsProps) {
  const typed = kinds.filter(isTyped);
  // The 20 digits of a Discord id need more room than a city id.
  const pair = kinds.includes('city_id') && typed.length === 0;
  return (
    <div className={classNames('grid gap-5', pair ? 'sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]' : 'sm:grid-cols-2')}>
      {kinds.includes('city_id') ? (
        <Field label="ID da Cidade" error={problems.clientId}>
          <NumberInput value={values.clientId} onChange={(clientId) => onChange({ clientId })} />
        </Field>
      ) : null}
      {typed.map((kind) => (
        <Field key={kind} label={kindLabel(kind)} error={problems[`identities.${kind}`]}>
          <TextInput
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={80}
            placeholder={`Ex.: ${identityRules[kind].example}`}
            value={values.identities[kind] ?? ''}
            onChange={(event) => onChange({ identities: { ...values.identities, [kind]: event.target.value } })}
          />
        </Field>
      ))}
      <Field
        label="ID do Discord"
        optional={discordOptional !== undefined}
        help={discordOptional}
        error={problems.discordId}
      >
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={values.discordId}
          onChange={(event) => onChange({ discordId: event.target.value })}
        />
      </Field>
    </div>
  );
}

interface ServerChoiceProps {
  /** The servers from which the person chooses one. If it is empty, nothing is shown. */
  servers: readonly Server[];
  value: string;
  error: string | undefined;
  onChange(id: string): void;
}

/** The server on which the goods arrive, if the buyer chooses it. */
export function ServerChoice({ servers, value, error, onChange }: ServerChoiceProps) {
  if (servers.length === 0) return null;
  return (
    <Field label="Servidor" error={error}>
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
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
