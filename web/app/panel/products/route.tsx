import { ProductList } from './product-list.client.tsx';

export default function ProductListRoute() {
  return <ProductList />;
}
