import type { Route } from './+types/create-route.ts';
import { CategoryCreate } from './category-create.client.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Nova categoria · Vitrine' }];

export default function CategoryCreateRoute() {
  return <CategoryCreate />;
}
