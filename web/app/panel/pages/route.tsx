import { OwnPageList } from './page-list.client.tsx';

export default function OwnPagesRoute() {
  return <OwnPageList />;
}
