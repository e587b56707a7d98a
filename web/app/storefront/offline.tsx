import { InlineScript } from '../lib/inline.tsx';
import { backOnline } from '../lib/inline-scripts/come-back.ts';
import type { RouteHandle } from '../lib/route-handle.ts';
import type { Route } from './+types/offline.ts';
import { EmptyBag, MessagePage } from './message-page.tsx';
import { themeColour } from './shop/meta.ts';
import { noIndex, storeOf } from './tenant.ts';

/** What the service worker shows at every address of the shop while there is no connection. */
export function loader({ context }: Route.LoaderArgs) {
  return { store: storeOf(context).store };
}

export const handle: RouteHandle = { calm: true, still: true };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Sem internet · ${loaderData?.store.name ?? 'Vitrine'}` },
  noIndex,
  ...themeColour(loaderData?.store ?? null),
];

export default function Offline() {
  return (
    <MessagePage
      picture={<EmptyBag />}
      title="Você está sem internet"
      text="A loja abre sozinha assim que a conexão voltar. Seu carrinho continua guardado neste aparelho."
    >
      {/* biome-ignore lint/a11y/useValidAnchor: the address of this page is the one that was asked for */}
      <a href="" className="btn btn-primary">
        Tentar de novo
      </a>
      {/* The service worker writes the address of the last order here, if it has one (web/service-worker/worker.ts). */}
      <a data-last-order="" hidden href="/" className="btn btn-secondary">
        Ver meu último pedido
      </a>
      <InlineScript text={backOnline} />
    </MessagePage>
  );
}
