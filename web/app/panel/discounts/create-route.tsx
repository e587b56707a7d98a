import type { Route } from './+types/create-route.ts';
import { DiscountCreate } from './discount-create.client.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Novo cupom · Vitrine' }];

export default function DiscountCreateRoute() {
  return <DiscountCreate />;
}
