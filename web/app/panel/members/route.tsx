import type { Route } from './+types/route.ts';
import { Members } from './members.client.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Membros · Vitrine' }];

export default function MembersRoute() {
  return <Members />;
}
