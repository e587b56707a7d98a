import { DiscountEdit } from './discount-edit.client.tsx';

export default function DiscountEditRoute() {
  return <DiscountEdit />;
}
