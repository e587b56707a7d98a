import { Figures } from './figures.client.tsx';

export default function FiguresRoute() {
  return <Figures />;
}
