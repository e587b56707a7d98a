import type { Route } from './+types/terms.ts';
import { LegalText, legalMeta, legalTextOf } from './shop/legal-text.tsx';

export const loader = ({ context }: Route.LoaderArgs) => legalTextOf(context, 'terms');
export const meta: Route.MetaFunction = ({ loaderData }) => legalMeta(loaderData, 'Termos de uso', '/termos');

export default function Page({ loaderData }: Route.ComponentProps) {
  return <LegalText title="Termos de uso" text={loaderData.text} />;
}
