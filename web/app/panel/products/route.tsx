import { ProductList } from './list/product-list.client.tsx';

export default function ProductListRoute() {
  return <ProductList />;
}
