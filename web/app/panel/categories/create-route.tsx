import { CategoryCreate } from './category-create.client.tsx';

export default function CategoryCreateRoute() {
  return <CategoryCreate />;
}
