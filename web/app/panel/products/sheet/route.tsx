import { ProductSheet } from './product-sheet.client.tsx';

export default function ProductSheetRoute() {
  return <ProductSheet />;
}
