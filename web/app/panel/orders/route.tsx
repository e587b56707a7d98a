import { Orders } from './orders.client.tsx';

export default function OrdersRoute() {
  return <Orders />;
}
