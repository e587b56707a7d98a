import { limits } from '@vitrine/contract/limits';
import { Field } from '../../ui/field.tsx';
import { PasswordInput, TextInput } from '../../ui/inputs.tsx';

interface ProofFieldProps {
  value: string;
  onChange(value: string): void;
  error: string | undefined;
  autoFocus?: boolean;
}

/** The password of the account whose page is open. */
export function OwnPasswordField({ value, onChange, error }: ProofFieldProps) {
  return (
    <Field label="Sua senha" error={error}>
      <PasswordInput
        autoFocus
        autoComplete="current-password"
        maxLength={limits.passwordMax}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

/** The second factor's code, or a recovery code. */
export function FactorCodeField({ value, onChange, error, autoFocus = false }: ProofFieldProps) {
  return (
    <Field label="Código" help="O código do aplicativo autenticador, ou um código de recuperação." error={error}>
      <TextInput
        autoFocus={autoFocus}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        className="figures"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
