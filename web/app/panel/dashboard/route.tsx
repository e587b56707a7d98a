import { Dashboard } from './dashboard.client.tsx';

export default function DashboardRoute() {
  return <Dashboard />;
}
