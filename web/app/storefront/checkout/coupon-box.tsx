import { shopLimits } from '@vitrine/contract/shop-limits';
import { TicketPercent, X } from 'lucide-react';
import { useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';

interface CouponBoxProps {
  /** The applied coupon. */
  coupon: string | null;
  error: string | undefined;
  /** True while a code is being checked. */
  checking: boolean;
  /** Checks a code and applies it. */
  onApply: (code: string) => void;
  onRemove: () => void;
}

export function CouponBox({ coupon, error, checking, onApply, onRemove }: CouponBoxProps) {
  const [code, setCode] = useState('');
  const apply = () => {
    if (code.trim() !== '' && !checking) onApply(code.trim().toUpperCase());
  };
  if (coupon) {
    return (
      <div>
        <div
          className={`flex items-center gap-2 rounded-control py-1 pr-1 pl-3 ${error ? 'bg-warn-soft text-warn' : 'bg-ok-soft text-ok'}`}
        >
          <TicketPercent className="size-5 shrink-0" aria-hidden="true" />
          <span id="cupom" className="min-w-0 grow truncate font-semibold">
            <span className="sr-only">Cupom aplicado: </span>
            {coupon}
          </span>
          <button
            type="button"
            name="coupon"
            aria-describedby="cupom"
            aria-label={`Remover cupom ${coupon}`}
            title="Remover cupom"
            onClick={onRemove}
            className="grid size-11 place-items-center rounded-control"
          >
            <X className="size-4.5" aria-hidden="true" />
          </button>
        </div>
        <p aria-live="polite" className="mt-1.5 text-small text-warn empty:hidden">
          {error}
        </p>
      </div>
    );
  }
  return (
    <Field label="Cupom de desconto" optional error={error}>
      <div className="flex gap-2">
        <TextInput
          name="coupon"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            event.stopPropagation();
            apply();
          }}
          maxLength={shopLimits.discountCodeMax}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="uppercase"
        />
        <button
          type="button"
          name="apply"
          onClick={apply}
          disabled={checking}
          className="btn btn-secondary min-h-11 shrink-0"
        >
          {checking ? 'Verificando...' : 'Aplicar'}
        </button>
      </div>
    </Field>
  );
}
