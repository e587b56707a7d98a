import type { Route } from './+types/route.ts';
import { Dashboard } from './dashboard.client.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Dashboard · Vitrine' }];

export default function DashboardRoute() {
  return <Dashboard />;
}
