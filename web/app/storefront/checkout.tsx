import { addressOf } from '@vitrine/contract/calls/address';
import { appContext } from '../context.ts';
import type { Route } from './+types/checkout.ts';
import { CheckoutIsland } from './checkout/checkout-island.tsx';
import { EmptyBag, MessagePage } from './message-page.tsx';
import { container } from './shop/frame.tsx';
import { themeColour } from './shop/meta.ts';
import { noIndex } from './tenant.ts';
import { NotOpen } from './under-development.tsx';

/** SPEC.md section 2, Checkout. The document is the same for everybody, because the cart is in the browser. */
export async function loader({ context }: Route.LoaderArgs) {
  const { services, tenant } = context.get(appContext);
  if (tenant.kind !== 'store') return null;
  const { store } = tenant;
  return {
    store,
    questions: store.open ? await services.questions(store.id) : [],
    discord: {
      signIn: services.discordSignIn() ? `${addressOf('GET /customer/discord/start')}?to=checkout` : null,
      invite: store.links.discord ?? null,
    },
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Carrinho · ${loaderData.store.name}` : 'Carrinho · Vitrine' },
  noIndex,
  ...themeColour(loaderData?.store ?? null),
];

export default function Checkout({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <NoStore />;
  const { store, questions, discord } = loaderData;
  if (!store.open) return <NotOpen store={store} />;
  const { subdomain, paymentMethods } = store;
  return (
    <div className={`${container} pt-4 md:pt-6`}>
      <noscript>
        <p className="card mb-4 p-4">O carrinho precisa de JavaScript. Ative-o no navegador e recarregue a página.</p>
      </noscript>
      {/* lib/inline-scripts/visit-storage.ts shows it. */}
      <p
        data-refused=""
        hidden
        role="status"
        className="mb-4 rounded-control bg-warn-soft px-4 py-3 font-medium text-warn"
      >
        Seu navegador não deixa a loja guardar nada. A compra funciona normalmente, e o carrinho dura enquanto esta aba
        estiver aberta.
      </p>
      {paymentMethods.length === 0 ? (
        <p role="status" className="mb-4 rounded-control bg-warn-soft px-4 py-3 font-medium text-warn">
          Esta loja ainda não recebe pagamentos. Seu carrinho fica guardado neste navegador.
        </p>
      ) : null}
      <div className="needs-script">
        <CheckoutIsland subdomain={subdomain} paymentMethods={paymentMethods} questions={questions} discord={discord} />
      </div>
    </div>
  );
}

/** This page on the apex, which has no cart, because a cart belongs to a store. */
function NoStore() {
  return (
    <MessagePage
      picture={<EmptyBag />}
      title="Seu carrinho está vazio"
      text="Cada loja tem o seu carrinho: abra a loja da sua cidade para comprar."
    >
      <a href="/" className="btn btn-primary">
        Ir para o início
      </a>
    </MessagePage>
  );
}
