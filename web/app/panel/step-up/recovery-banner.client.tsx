import { useMutation, useQuery } from '@tanstack/react-query';
import { formatDateTime } from '@vitrine/contract/dates';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { useAppStore } from '../../state/app-store.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { keyOf, refreshAfter } from '../store/query-keys.ts';

/** Shown in every open session after somebody asked to turn the second factor off. Here the person refuses it. */
export default function RecoveryBanner() {
  const hasFactor = useAppStore((state) => state.auth.user?.secondFactor === true);
  const { data } = useQuery({
    queryKey: keyOf('GET /account/factor-recovery'),
    enabled: hasFactor,
    refetchInterval: 300_000,
    queryFn: ({ signal }) => call('GET /account/factor-recovery', { signal }),
  });
  const cancel = useMutation({
    mutationFn: () => call('POST /account/factor-recovery/cancel', {}),
    onSuccess: () => notify.success('Cancelado: a verificação em duas etapas continua ligada.'),
    onError: (error) => notify.error(errorText(error, 'Erro ao cancelar')),
    onSettled: () => refreshAfter('POST /account/factor-recovery/cancel'),
  });
  if (!hasFactor || !data?.recovery) return null;
  return (
    <div className="mb-5">
      <Alert
        tone="warn"
        title="Alguém pediu para desligar a sua verificação em duas etapas"
        action={
          <Button tone="danger" size="small" pending={cancel.isPending} onClick={() => cancel.mutate()}>
            Não fui eu: cancelar
          </Button>
        }
      >
        Em {formatDateTime(data.recovery.readyAt)} um link no seu e-mail a desliga.
      </Alert>
    </div>
  );
}
