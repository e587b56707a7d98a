import type { Route } from './+types/route.ts';
import { StoreCreate } from './store-create.client.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Nova loja · Vitrine' }];

export default function StoreCreateRoute() {
  return <StoreCreate />;
}
