import { Alerts } from './alerts.client.tsx';

export default function AlertsRoute() {
  return <Alerts />;
}
