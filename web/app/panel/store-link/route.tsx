import { StoreLink } from './store-link.client.tsx';

export default function StoreLinkRoute() {
  return <StoreLink />;
}
