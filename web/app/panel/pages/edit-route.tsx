import { useParams } from 'react-router';
import { OwnPageEditor } from './page-editor.client.tsx';

export default function OwnPageRoute() {
  const { id = '' } = useParams();
  return <OwnPageEditor key={id} id={id} />;
}
