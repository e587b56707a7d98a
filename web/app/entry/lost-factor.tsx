import { formatDateTime } from '@vitrine/contract/dates';
import { useState } from 'react';
import { errorText } from '../lib/api.ts';
import { call } from '../lib/call.ts';
import { Button } from '../ui/button.tsx';
import { Alert } from '../ui/surfaces.tsx';

/** For a person who has neither the device nor a recovery code: starts the waiting time and says when it ends. */
export function LostFactor({ login }: { login(): { email: string; password: string } }) {
  const [pending, setPending] = useState(false);
  const [said, setSaid] = useState<{ tone: 'ok' | 'bad'; text: string } | null>(null);
  const press = async () => {
    setPending(true);
    try {
      const { email, password } = login();
      const { recovery } = await call('POST /login/factor-recovery', { body: { email, password } });
      const when = formatDateTime(recovery?.readyAt ?? new Date());
      const text = `Pedido feito. Em ${when} enviamos ao seu e-mail o link que desliga a verificação. Até lá, quem tem o celular pode cancelar.`;
      setSaid({ tone: 'ok', text });
    } catch (error) {
      setSaid({ tone: 'bad', text: errorText(error, 'Erro ao pedir a recuperação') });
    } finally {
      setPending(false);
    }
  };
  return (
    <div className="flex flex-col gap-3">
      {said ? (
        <Alert tone={said.tone} assertive>
          {said.text}
        </Alert>
      ) : null}
      {said?.tone === 'ok' ? null : (
        <Button tone="quiet" size="small" pending={pending} pendingLabel="Pedindo..." onClick={() => void press()}>
          Perdi o celular e os códigos
        </Button>
      )}
    </div>
  );
}
