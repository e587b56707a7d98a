import type { Route } from './+types/edit-route.ts';
import { ProductEdit } from './product-edit.client.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Editar produto · Vitrine' }];

export default function ProductEditRoute() {
  return <ProductEdit />;
}
