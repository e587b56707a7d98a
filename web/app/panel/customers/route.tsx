import { Customer } from './customer.client.tsx';

export default function CustomerRoute() {
  return <Customer />;
}
