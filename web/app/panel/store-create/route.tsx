import { StoreCreate } from './store-create.client.tsx';

export default function StoreCreateRoute() {
  return <StoreCreate />;
}
