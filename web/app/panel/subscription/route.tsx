import { Subscription } from './subscription.client.tsx';

export default function SubscriptionRoute() {
  return <Subscription />;
}
