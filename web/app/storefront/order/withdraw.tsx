import type { OrderWithdrawAnswer, PublicOrder } from '@vitrine/contract/orders';
import { type FormEvent, useState } from 'react';
import { api, errorText } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';

/** Time for the provider, which is asked while the buyer waits. */
const PATIENCE_MS = 25_000;

/**
 * The right of CDC, article 49, quiet and in reach: who knows the order's Discord id withdraws from it. What came of it
 * stays on the page, whatever the order turns into meanwhile.
 */
export function Withdraw({ order, onDone }: { order: PublicOrder; onDone: () => Promise<void> }) {
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState<string>();

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const discordId = String(new FormData(event.currentTarget).get('discordId')).trim();
    setSending(true);
    setProblem(undefined);
    try {
      const { message } = await api<OrderWithdrawAnswer>('POST', '/order/withdraw', {
        body: { external_reference: order.external_reference, discordId },
        timeoutMs: PATIENCE_MS,
      });
      setDone(message);
      await onDone();
    } catch (error) {
      setProblem(errorText(error, 'Não foi possível registrar a desistência. Tente novamente.'));
    } finally {
      setSending(false);
    }
  }

  if (done) {
    return (
      <p role="status" className="mt-4 border-t border-line pt-4 text-small font-medium">
        {done}
      </p>
    );
  }
  if (!order.withdrawUntil) return null;
  return (
    <details className="mt-4 border-t border-line pt-2 text-small text-muted">
      <summary className="flex min-h-11 cursor-pointer items-center hover:text-text">Desistir da compra</summary>
      <p className="text-pretty">
        Você pode desistir até {formatDateTime(order.withdrawUntil)}. Se nada foi entregue, a entrega é cancelada e o
        valor volta para você; se algo já foi enviado, a loja responde ao seu pedido.
      </p>
      <form onSubmit={(event) => void send(event)} className="mt-3 grid gap-3">
        <Field label="ID do Discord usado na compra" error={problem}>
          <TextInput
            name="discordId"
            required
            inputMode="numeric"
            autoComplete="off"
            maxLength={24}
            placeholder="17 a 20 números"
          />
        </Field>
        <button type="submit" disabled={sending} className="btn btn-secondary">
          {sending ? 'Registrando…' : 'Confirmar desistência'}
        </button>
      </form>
    </details>
  );
}
