import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lineName } from '@vitrine/contract/option-words';
import type { Order, RefundPreview } from '@vitrine/contract/orders';
import { type RefundScope, type ReturnOutcome, returnOutcomeTexts } from '@vitrine/contract/refund-words';
import { useDeferredValue, useState } from 'react';
import { ApiError, errorText } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { classNames } from '../../../lib/class-names.ts';
import { money } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Checkbox, Select, Textarea } from '../../../ui/inputs.tsx';
import { MoneyInput } from '../../../ui/number-input.tsx';
import { RadioCards } from '../../../ui/radio-cards.tsx';
import { Alert, SkeletonRows } from '../../../ui/surfaces.tsx';
import { notify } from '../../../ui/toast.tsx';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { refreshAfter } from '../../store/query-keys.ts';
import { itemsOf } from '../order-texts.ts';
import { bodyOf, leftOf, previewQuery, type RefundChoice, wholeRest } from './refund-choice.ts';

/** Longest reason in characters, as in the contract. */
const REASON_MAX = 300;

const scopes = [
  { value: 'whole', label: 'Tudo', help: 'O pedido é cancelado.' },
  { value: 'items', label: 'Itens', help: 'Só eles são retirados.' },
  { value: 'value', label: 'Um valor', help: 'Nada é retirado.' },
] as const satisfies readonly { value: RefundScope; label: string; help: string }[];

interface RefundDialogProps {
  order: Order;
  open: boolean;
  onClose(): void;
}

/** Asks how much of an order goes back, says what that takes and leaves, and does it once confirmed. */
export function RefundDialog({ order, open, onClose }: RefundDialogProps) {
  const subdomain = useCurrentStoreId();
  const [shown, setShown] = useState(false);
  const [choice, setChoice] = useState(wholeRest);
  const [reason, setReason] = useState('');
  if (open !== shown) {
    setShown(open);
    if (open) {
      setChoice(wholeRest);
      setReason('');
    }
  }
  // A person who types an amount should not see the effects of each digit.
  const settled = useDeferredValue(choice);
  const query = { ...previewQuery(subdomain, order._id, settled, open), placeholderData: keepPreviousData };
  const { data, error, isPlaceholderData } = useQuery(query);
  const body = bodyOf(choice);
  const preview = body && !error ? data : undefined;
  const left = order.finalvalue - order.refunded;
  const failed = error && errorText(error, 'Não foi possível ver o que este reembolso faria. Tente de novo.');
  const tooMuch = error instanceof ApiError && error.code === 'refund_value';
  const ready = preview !== undefined && !isPlaceholderData && settled === choice;
  const change = (changes: Partial<RefundChoice>) => setChoice({ ...choice, ...changes });

  const confirm = async () => {
    if (!body || !preview) return;
    const seen = preview.value;
    const { result } = await call('POST /order/refund', {
      body: { id: order._id, ...body, seen, reason: reason.trim() || undefined },
      store: subdomain,
    });
    notify.success(result === 'done' ? 'Reembolso solicitado.' : 'O reembolso espera a aprovação de outra pessoa.');
    await refreshAfter('POST /order/refund', subdomain);
  };

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Reembolsar o pedido #${order.number}?`}
      confirmLabel={
        preview?.needsApproval ? 'Pedir aprovação' : preview ? `Reembolsar ${money(preview.value)}` : 'Reembolsar'
      }
      pendingLabel={preview?.needsApproval ? 'Pedindo...' : 'Reembolsando...'}
      dismissLabel="Voltar"
      ready={ready}
      onConfirm={confirm}
      errorText={(failure) => errorText(failure, 'Erro ao reembolsar o pedido')}
    >
      <div className="flex flex-col gap-4 text-text">
        <RadioCards
          legend="Quanto volta para o comprador"
          options={scopes}
          value={choice.scope}
          onChange={(scope) => change({ scope })}
        />
        {choice.scope === 'items' ? (
          <Units order={order} units={choice.units} onChange={(units) => change({ units })} />
        ) : null}
        {choice.scope === 'value' ? (
          <Field
            label="Valor"
            help={`Ainda podem voltar ${money(preview?.left ?? left)}.`}
            error={tooMuch && failed ? failed : undefined}
          >
            <MoneyInput value={choice.value} onChange={(value) => change({ value })} maxLength={16} />
          </Field>
        ) : null}
        {body === undefined || (tooMuch && choice.scope === 'value') ? null : failed ? (
          <Alert tone="bad" assertive>
            {failed}
          </Alert>
        ) : preview ? (
          <Preview preview={preview} scope={settled.scope} old={!ready} />
        ) : (
          <SkeletonRows rows={2} className="h-10" />
        )}
        <Field label="Motivo" optional>
          <Textarea
            rows={2}
            className="min-h-16"
            maxLength={REASON_MAX}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </div>
    </ConfirmDialog>
  );
}

interface UnitsProps {
  order: Order;
  units: RefundChoice['units'];
  onChange(units: RefundChoice['units']): void;
}

/** The items that are left, each with the number of units to return. */
function Units({ order, units, onChange }: UnitsProps) {
  const items = itemsOf(order).filter((item) => leftOf(item) > 0);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-small font-medium">O que é devolvido</legend>
      <ul className="flex flex-col divide-y divide-line rounded-control border border-line">
        {items.map((item) => {
          const name = lineName(item.name, item.options);
          const left = leftOf(item);
          const set = (quantity: number) => onChange({ ...units, [item._id]: quantity });
          const chosen = units[item._id] ?? 0;
          return (
            <li key={item._id} className="flex items-center justify-between gap-3 px-4 py-2">
              {left === 1 ? (
                <Checkbox label={name} checked={chosen > 0} onChange={(event) => set(event.target.checked ? 1 : 0)} />
              ) : (
                <>
                  <span className="min-w-0 break-words">{name}</span>
                  <Select
                    aria-label={`Unidades de ${name}`}
                    value={String(chosen)}
                    onChange={(event) => set(Number(event.target.value))}
                    className="w-32 shrink-0"
                  >
                    {Array.from({ length: left + 1 }, (_, quantity) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the number is the choice
                      <option key={quantity} value={quantity}>
                        {quantity} de {left}
                      </option>
                    ))}
                  </Select>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

/** What leaves the buyer, or never reaches them. */
const leaving: readonly ReturnOutcome[] = ['taken', 'stopped', 'out', 'fewer', 'shorter'];

/** What would go back, what is taken, and what stays. */
function Preview({ preview, scope, old }: { preview: RefundPreview; scope: RefundScope; old: boolean }) {
  const { value, whole, needsApproval, effects } = preview;
  return (
    <div aria-live="polite" className={classNames('rounded-control border border-line bg-sunken', old && 'opacity-60')}>
      <p className="px-4 py-3">
        <strong className="figures">{money(value)}</strong> voltam para o comprador pelo Mercado Pago.{' '}
        {whole
          ? scope === 'whole'
            ? 'O pedido é cancelado.'
            : 'É tudo o que resta, então o pedido é cancelado.'
          : 'O pedido continua concluído, com a marca “Reembolsado em parte”.'}{' '}
        Não dá para desfazer.
      </p>
      {needsApproval ? (
        <p className="border-t border-line px-4 py-3 text-small font-medium">
          Outra pessoa da equipe precisa aprovar. Até lá nada acontece.
        </p>
      ) : null}
      <Effects label="Sai do comprador" effects={effects.filter(({ outcome }) => leaving.includes(outcome))} />
      <Effects label="Fica com o comprador" effects={effects.filter(({ outcome }) => !leaving.includes(outcome))} />
    </div>
  );
}

function Effects({ label, effects }: { label: string; effects: RefundPreview['effects'] }) {
  if (effects.length === 0) return null;
  return (
    <div className="border-t border-line px-4 py-3 text-small">
      <p className="font-medium">{label}</p>
      <ul aria-label={label} className="mt-1 flex flex-col gap-1.5">
        {effects.map(({ product, text, outcome, days }) => (
          <li key={`${product} ${text} ${outcome}`} className="break-words">
            {text} <span className="text-muted">({product})</span>
            {outcome === 'stays' ? null : (
              <span className="block text-muted">
                {days === null ? returnOutcomeTexts[outcome] : `fica, com ${days} dias a menos`}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
