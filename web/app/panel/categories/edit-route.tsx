import type { Route } from './+types/edit-route.ts';
import { CategoryEdit } from './category-edit.client.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Editar categoria · Vitrine' }];

export default function CategoryEditRoute() {
  return <CategoryEdit />;
}
