import { Members } from './members.client.tsx';

export default function MembersRoute() {
  return <Members />;
}
