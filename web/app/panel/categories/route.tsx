import type { Route } from './+types/route.ts';
import { CategoryList } from './category-list.client.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Categorias · Vitrine' }];

export default function CategoryListRoute() {
  return <CategoryList />;
}
