import type { Route } from './+types/route.ts';
import { Variables } from './variables.client.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Variáveis · Vitrine' }];

export default function VariablesRoute() {
  return <Variables />;
}
