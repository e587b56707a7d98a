import type { Route } from './+types/route.ts';
import { StoreSettings } from './store-settings.client.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Configurações · Vitrine' }];

export default function StoreSettingsRoute() {
  return <StoreSettings />;
}
