import type { Route } from './+types/route.ts';
import { ProductList } from './product-list.client.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Produtos · Vitrine' }];

export default function ProductListRoute() {
  return <ProductList />;
}
