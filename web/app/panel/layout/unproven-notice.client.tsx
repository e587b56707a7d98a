import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { useAppStore } from '../../state/app-store.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Alert } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { profileQuery } from '../profile/profile-query.ts';

/** What an account cannot do until its address is proven, and how to prove it. Hidden for a proven account. */
export default function UnprovenNotice() {
  const user = useAppStore((state) => state.auth.user);
  const [sent, setSent] = useState(false);
  const resend = useMutation({
    mutationFn: () => call('POST /email/resend', {}),
    onSuccess: () => setSent(true),
    onError: (error) => notify.error(errorText(error, 'Erro ao enviar o e-mail')),
  });
  const unproven = user !== null && user !== undefined && !user.emailVerified;
  // The person may have opened the link in another window.
  const profile = useQuery({ ...profileQuery, enabled: unproven, refetchOnWindowFocus: true });
  if (!unproven || profile.data?.user.emailVerified) return null;
  return (
    <div className="mb-6">
      <Alert
        tone="warn"
        title="Confirme seu e-mail para vender"
        action={
          user.email === null ? (
            <LinkButton to="/profile" size="small" tone="secondary">
              Adicionar e-mail
            </LinkButton>
          ) : sent ? null : (
            <Button
              size="small"
              tone="secondary"
              pending={resend.isPending}
              pendingLabel="Enviando..."
              onClick={() => resend.mutate()}
            >
              Reenviar link
            </Button>
          )
        }
      >
        {sent
          ? `Enviamos um link para ${user.email}. Abra neste navegador.`
          : 'Até lá a loja fica fechada para compradores, sem conta de pagamento e sem convites. Todo o resto já dá para montar.'}
      </Alert>
    </div>
  );
}
