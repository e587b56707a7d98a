import type { Route } from './+types/route.ts';
import { Subscription } from './subscription.client.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Assinatura · Vitrine' }];

export default function SubscriptionRoute() {
  return <Subscription />;
}
