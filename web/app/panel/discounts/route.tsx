import type { Route } from './+types/route.ts';
import { DiscountList } from './discount-list.client.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Descontos · Vitrine' }];

export default function DiscountListRoute() {
  return <DiscountList />;
}
