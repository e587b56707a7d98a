import { CategoryEdit } from './category-edit.client.tsx';

export default function CategoryEditRoute() {
  return <CategoryEdit />;
}
