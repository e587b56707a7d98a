import type { Route } from './+types/route.ts';
import { Orders } from './orders.client.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Pedidos · Vitrine' }];

export default function OrdersRoute() {
  return <Orders />;
}
