import { formatDateTime } from '@vitrine/contract/dates';
import type { PublicOrder } from '@vitrine/contract/orders';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';

/**
 * The right of withdrawal (CDC, article 49), quiet and easy to reach: whoever knows the order's Discord id can
 * withdraw. The page always shows the result, and a refund that the provider refused can be asked for once more. The
 * box exists in every state of an order, because `withdrawOnSubmit` writes the result into it.
 */
export function Withdraw({ order }: { order: PublicOrder }) {
  const { withdrawal, withdrawUntil } = order;
  const again = withdrawal?.result === 'refused';
  return (
    <div data-withdraw={order.external_reference}>
      <p
        data-done=""
        role="status"
        hidden={!withdrawal}
        className="mt-4 border-t border-line pt-4 text-small font-medium"
      >
        {withdrawal?.message}
      </p>
      {again || withdrawUntil ? <Form until={withdrawUntil} again={again} /> : null}
    </div>
  );
}

function Form({ until, again }: { until: string | null; again: boolean }) {
  return (
    <details className="needs-script mt-4 border-t border-line pt-2 text-small text-muted">
      <summary className="flex min-h-11 cursor-pointer items-center hover:text-text">
        {again ? 'Pedir a devolução de novo' : 'Desistir da compra'}
      </summary>
      <p className="text-pretty" hidden={until === null}>
        {until
          ? `Você pode desistir até ${formatDateTime(until)}. Se nada foi entregue, a entrega é cancelada e o valor volta para você; se algo já foi enviado, a loja responde ao seu pedido.`
          : null}
      </p>
      {/* Before the script runs, a press must do nothing: it would write the id into the address. */}
      <form method="dialog" className="mt-3 grid gap-3">
        <Field label="ID do Discord usado na compra">
          <TextInput
            name="discordId"
            required
            inputMode="numeric"
            autoComplete="off"
            maxLength={24}
            placeholder="17 a 20 números"
          />
        </Field>
        <button type="submit" className="btn btn-secondary">
          {again ? 'Pedir a devolução' : 'Confirmar desistência'}
        </button>
      </form>
    </details>
  );
}
