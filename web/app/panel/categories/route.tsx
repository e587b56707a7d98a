import { CategoryList } from './category-list.client.tsx';

export default function CategoryListRoute() {
  return <CategoryList />;
}
