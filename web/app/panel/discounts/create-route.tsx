import { DiscountCreate } from './discount-create.client.tsx';

export default function DiscountCreateRoute() {
  return <DiscountCreate />;
}
