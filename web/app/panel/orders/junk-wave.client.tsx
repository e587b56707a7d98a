import { useMutation, useQuery } from '@tanstack/react-query';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/surfaces.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { useMay } from '../store/may.ts';
import { refreshAfter } from '../store/query-keys.ts';
import { waveQuery } from './order-queries.ts';

/** Says that few networks placed many unpaid orders, with one button that cancels them. Hidden without a wave. */
export function JunkWaveNotice() {
  const subdomain = useCurrentStoreId();
  const wave = useQuery(waveQuery(subdomain)).data?.wave;
  const may = useMay();
  const end = useMutation({
    mutationFn: () => call('POST /order/wave/end', { body: {}, store: subdomain }),
    onSettled: () => refreshAfter('POST /order/wave/end', subdomain),
  });
  const ended = end.data?.ended;
  if (!wave && ended === undefined) return null;
  return (
    <div className="mb-4">
      {wave ? (
        <Alert
          tone="warn"
          title={`${wave.text}.`}
          action={
            may('orders.refund') ? (
              <Button
                tone="secondary"
                pending={end.isPending}
                pendingLabel="Encerrando..."
                onClick={() => end.mutate()}
              >
                Encerrar esses pedidos
              </Button>
            ) : null
          }
        >
          Encerrar devolve o estoque e os cupons. Quem pagou nesse instante recebe o produto ou o dinheiro de volta. Por
          uma hora, essas redes esperam alguns segundos antes de cada pedido.
        </Alert>
      ) : (
        <Alert tone="ok">
          {ended === 1 ? '1 pedido está sendo encerrado.' : `${ended} pedidos estão sendo encerrados.`}
        </Alert>
      )}
      {end.isError ? (
        <Alert tone="bad" assertive>
          {errorText(end.error, 'Não foi possível encerrar os pedidos. Tente novamente.')}
        </Alert>
      ) : null}
    </div>
  );
}
