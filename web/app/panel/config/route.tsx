import { StoreSettings } from './store-settings.client.tsx';

export default function StoreSettingsRoute() {
  return <StoreSettings />;
}
