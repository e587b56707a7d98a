import { formatDateTime } from '@vitrine/contract/dates';
import { InlineScript } from '../../lib/inline.tsx';
import { backOnline } from '../../lib/inline-scripts/come-back.ts';

/**
 * Says that this page of an order is a copy from before the connection was lost. The service worker shows it in its copy
 * (web/service-worker/worker.ts); a page that comes from the server hides it. The copy loads the page
 * from the server by itself, even if the page's own script could not be loaded.
 */
export function KeptNote({ now }: { now: string }) {
  return (
    <>
      <p
        data-kept=""
        hidden
        className="sticky top-15 z-10 mx-auto mt-4 w-[calc(100%-2rem)] max-w-4xl justify-self-center rounded-control bg-warn-soft px-4 py-3 text-small font-medium text-warn md:top-17 lg:col-span-2"
      >
        Você está sem internet. Este é o pedido como estava em {formatDateTime(now)}; a página se atualiza quando a
        conexão voltar.
      </p>
      <InlineScript text={backOnline} />
    </>
  );
}
