import { WifiOff } from 'lucide-react';
import { useOnline } from './online.ts';

/** Says that there is no network, and what becomes of the work. Always there, so that it is read out when it appears. */
export function OfflineBar() {
  const online = useOnline();
  return (
    <div role="status" className="sticky top-16 z-10 lg:top-2">
      {online ? null : (
        <p className="mb-4 flex items-center gap-2.5 rounded-control border border-line-strong bg-overlay px-4 py-2.5 shadow-soft">
          <WifiOff className="size-4.5 shrink-0 text-warn" aria-hidden="true" />
          <span>Sem conexão. Salvar espera a rede voltar.</span>
        </p>
      )}
    </div>
  );
}
