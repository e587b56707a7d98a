import { DiscountList } from './discount-list.client.tsx';

export default function DiscountListRoute() {
  return <DiscountList />;
}
