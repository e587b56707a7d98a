import type { Route } from './+types/checkout-error.ts';
import { FailureActions } from './checkout/failure-actions.tsx';
import { TornReceipt } from './message-page.tsx';
import { ContactStore } from './shop/contact.tsx';
import { themeColour } from './shop/meta.ts';
import { noIndex, storeOf } from './tenant.ts';

/** The page after a purchase that could not be paid. */
export function loader({ context }: Route.LoaderArgs) {
  return { store: storeOf(context).store };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Compra não concluída · ${loaderData?.store.name ?? 'Vitrine'}` },
  noIndex,
  ...themeColour(loaderData?.store ?? null),
];

export default function CheckoutError({ loaderData: { store } }: Route.ComponentProps) {
  return (
    <section className="mx-auto flex max-w-md flex-col items-center px-6 py-14 text-center md:py-20">
      <TornReceipt />
      <h1 className="mt-6 text-display font-bold tracking-tight text-balance">Não foi possível concluir a compra</h1>
      <FailureActions />
      <p className="mt-6 text-small text-muted">Seu carrinho e seus dados continuam guardados.</p>
      <div className="mt-6">
        <ContactStore store={store} />
      </div>
    </section>
  );
}
