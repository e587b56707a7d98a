import { WindowEditor } from './window-editor.client.tsx';

export default function WindowRoute() {
  return <WindowEditor />;
}
