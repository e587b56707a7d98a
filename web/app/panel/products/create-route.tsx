import type { Route } from './+types/create-route.ts';
import { ProductCreate } from './product-create.client.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Novo produto · Vitrine' }];

export default function ProductCreateRoute() {
  return <ProductCreate />;
}
