import type { Route } from './+types/order.ts';
import { MissingOrder, orderOf } from './order/missing-order.tsx';
import { OrderView } from './order/order-view.tsx';
import { themeColour } from './shop/meta.ts';
import { noIndex } from './tenant.ts';

/** The order's page, whose address its buyer keeps: like the success page, without confetti. */
export const loader = ({ context, params }: Route.LoaderArgs) => orderOf(context, params.externalReference);
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: `${loaderData?.order ? `Pedido #${loaderData.order.number}` : 'Pedido'} · ${loaderData?.store.name ?? 'Vitrine'}`,
  },
  noIndex,
  ...themeColour(loaderData?.store ?? null),
];

export default function Order({ loaderData: { order, now, store } }: Route.ComponentProps) {
  return order ? <OrderView order={order} now={now} festive={false} store={store} /> : <MissingOrder store={store} />;
}
