import type { Route } from './+types/accept-route.ts';
import { InvitationAccept } from './invitation-accept.client.tsx';

// The address holds the invitation's token: it must reach no other site.
export const meta: Route.MetaFunction = () => [
  { title: 'Convite · Vitrine' },
  { name: 'referrer', content: 'no-referrer' },
];

export default function InvitationAcceptRoute() {
  return <InvitationAccept />;
}
