import { useEffect, useState } from 'react';
import { errorText } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { notify } from '../ui/toast.tsx';
import { hasPasskeys, logInByPasskey, PasskeyCancelled } from './passkey.ts';

/** Login by passkey, if the browser supports it. The server cannot know that, so it draws no such button. */
export function PasskeyButton({
  onLoggedIn,
}: {
  onLoggedIn(answer: Awaited<ReturnType<typeof logInByPasskey>>): Promise<void>;
}) {
  const [offered, setOffered] = useState(false);
  const [pending, setPending] = useState(false);
  useEffect(() => setOffered(hasPasskeys()), []);
  const press = async () => {
    setPending(true);
    try {
      await onLoggedIn(await logInByPasskey());
    } catch (error) {
      if (!(error instanceof PasskeyCancelled)) notify.error(errorText(error, 'Erro ao entrar com a passkey'));
    } finally {
      setPending(false);
    }
  };
  // An empty place keeps the page still when the button appears.
  return (
    <div className="min-h-11">
      {offered ? (
        <Button
          tone="secondary"
          className="w-full"
          pending={pending}
          pendingLabel="Esperando a passkey..."
          onClick={() => void press()}
        >
          Entrar com passkey
        </Button>
      ) : null}
    </div>
  );
}
