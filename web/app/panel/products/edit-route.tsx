import { ProductEdit } from './product-edit.client.tsx';

export default function ProductEditRoute() {
  return <ProductEdit />;
}
