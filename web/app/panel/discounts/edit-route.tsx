import type { Route } from './+types/edit-route.ts';
import { DiscountEdit } from './discount-edit.client.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Editar cupom · Vitrine' }];

export default function DiscountEditRoute() {
  return <DiscountEdit />;
}
