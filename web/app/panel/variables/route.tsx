import { Variables } from './variables.client.tsx';

export default function VariablesRoute() {
  return <Variables />;
}
