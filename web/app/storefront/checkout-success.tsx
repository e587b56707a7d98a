import type { Route } from './+types/checkout-success.ts';
import { MissingOrder, orderOf } from './order/missing-order.tsx';
import { OrderView } from './order/order-view.tsx';
import { themeColour } from './shop/meta.ts';
import { noIndex } from './tenant.ts';

/** SPEC.md section 2, Checkout success: shows the order of the query parameter `external_reference`. */
export const loader = ({ context, request }: Route.LoaderArgs) =>
  orderOf(context, new URL(request.url).searchParams.get('external_reference'));
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Seu pedido · ${loaderData?.store.name ?? 'Vitrine'}` },
  noIndex,
  ...themeColour(loaderData?.store ?? null),
];

export default function CheckoutSuccess({ loaderData: { order, now, store } }: Route.ComponentProps) {
  return order ? <OrderView order={order} now={now} festive store={store} /> : <MissingOrder store={store} />;
}
