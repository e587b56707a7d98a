import type { Route } from './+types/checkout-pix.ts';
import { MissingOrder, orderOf } from './order/missing-order.tsx';
import { PixPayment } from './order/pix-payment.tsx';
import { themeColour } from './shop/meta.ts';
import { noIndex, storeOf } from './tenant.ts';

/** The buyer pays a Pix on the store's own page (DECISIONS.md, Orders). */
export const loader = async ({ context, params, request }: Route.LoaderArgs) => {
  const { store, services } = storeOf(context);
  await services.payPageShown(store.id, params.externalReference, request);
  return await orderOf(context, params.externalReference);
};
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Pagamento Pix · ${loaderData?.store.name ?? 'Vitrine'}` },
  noIndex,
  ...themeColour(loaderData?.store ?? null),
];

export default function CheckoutPix({ loaderData: { order, now, store } }: Route.ComponentProps) {
  return order ? <PixPayment order={order} now={now} /> : <MissingOrder store={store} />;
}
