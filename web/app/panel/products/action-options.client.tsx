import { delayUnits } from '@vitrine/contract/action-options';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { Checkbox, Select, TextInput } from '../../ui/inputs.tsx';
import { type ActionDraft, type DraftErrors, optionsOf } from './action-draft.ts';

interface ActionOptionsProps {
  draft: ActionDraft;
  errors: DraftErrors;
  onChange(part: Partial<ActionDraft>): void;
}

/** When an action waits and how often it runs. Closed until it is opened, unless something is set. */
export function ActionOptions({ draft, errors, onChange }: ActionOptionsProps) {
  const offered = optionsOf(draft.type, draft.executionTiming);
  const [open, setOpen] = useState(draft.delay !== '' || draft.onlyOnline !== '' || draft.oncePerOrder !== '');
  if (offered.length === 0) return null;
  return (
    <details
      open={open || errors.delay !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group/options border-t border-line pt-2"
    >
      <summary className="inline-flex min-h-11 items-center gap-1 rounded-control text-small font-medium hover:text-accent-text [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 transition-transform duration-(--motion-fast) group-open/options:rotate-90" />
        Opções
      </summary>
      <div className="flex flex-col gap-4 pt-2">
        {offered.includes('delay') ? (
          <Field
            label="Esperar depois do pagamento"
            optional
            error={errors.delay}
            help="Vazio: na hora. O máximo é 30 dias. Um reembolso antes disso cancela a ação."
          >
            <div className="grid grid-cols-[1fr_1.5fr] gap-3">
              <TextInput
                inputMode="numeric"
                autoComplete="off"
                maxLength={5}
                className="figures"
                value={draft.delay}
                onChange={(event) => onChange({ delay: event.target.value.trim() })}
              />
              <Select
                id=""
                aria-label="Unidade da espera"
                value={draft.delayUnit}
                onChange={(event) => onChange({ delayUnit: event.target.value })}
              >
                {delayUnits.toReversed().map(({ minutes, many }) => (
                  <option key={minutes} value={minutes}>
                    {many}
                  </option>
                ))}
              </Select>
            </div>
          </Field>
        ) : null}
        {offered.includes('onlyOnline') ? (
          <Checkbox
            label="Só com o jogador online"
            help="Espera o jogador entrar, mesmo quando o servidor aceita sem ele."
            checked={draft.onlyOnline !== ''}
            onChange={(event) => onChange({ onlyOnline: event.target.checked ? 'true' : '' })}
          />
        ) : null}
        {offered.includes('oncePerOrder') ? (
          <Checkbox
            label="Uma vez por pedido"
            help="Quem compra 3 unidades recebe esta ação uma vez só."
            checked={draft.oncePerOrder !== ''}
            onChange={(event) => onChange({ oncePerOrder: event.target.checked ? 'true' : '' })}
          />
        ) : null}
      </div>
    </details>
  );
}
