import { useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import type { Asked } from './cart.ts';
import type { Draft } from './draft.ts';

interface IdentityFieldsProps {
  asked: readonly Asked[];
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  errorAt: (field: 'identities', kind: string) => string | undefined;
}

/** The fields of the player's ids that are texts. Most stores ask for a city id alone, so they are loaded on demand. */
export default function IdentityFields({ asked, draft, onChange, errorAt }: IdentityFieldsProps) {
  /** The kind of the field that the buyer has just left. Only there a problem is shown. */
  const [leftKind, setLeftKind] = useState<string>();
  return asked.map(({ kind, label, help, example, pattern, problem }) => {
    const value = draft.identities[kind] ?? '';
    const text = value.trim();
    const wrong = leftKind === kind && text !== '' && !new RegExp(pattern).test(text);
    return (
      <Field key={kind} label={label} help={help} error={errorAt('identities', kind) ?? (wrong ? problem : undefined)}>
        <TextInput
          name={`identity-${kind}`}
          required
          autoComplete="off"
          autoCapitalize={kind === 'citizen_id' ? 'characters' : 'none'}
          autoCorrect="off"
          spellCheck={false}
          maxLength={80}
          placeholder={`Ex.: ${example}`}
          value={value}
          onFocus={() => setLeftKind(undefined)}
          onBlur={() => setLeftKind(kind)}
          onChange={(event) =>
            onChange({ identities: { ...draft.identities, [kind]: event.target.value.replace(/\p{Cf}/gu, '') } })
          }
        />
      </Field>
    );
  });
}
