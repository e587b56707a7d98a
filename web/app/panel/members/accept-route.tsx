import { accountScreens } from '@vitrine/contract/screens/account';
import type { Route } from './+types/accept-route.ts';
import { InvitationAccept } from './invitation-accept.client.tsx';

// The address holds the invitation's token, so no other site may see it as a referrer.
export const meta: Route.MetaFunction = () => [
  { title: `${accountScreens['/invitations/accept'].title} · Vitrine` },
  { name: 'referrer', content: 'no-referrer' },
];

export default function InvitationAcceptRoute() {
  return <InvitationAccept />;
}
