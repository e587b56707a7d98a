import { ProductCreate } from './product-create.client.tsx';

export default function ProductCreateRoute() {
  return <ProductCreate />;
}
