import type { Route } from './+types/privacy.ts';
import { LegalText, legalMeta, legalTextOf } from './shop/legal-text.tsx';

export const loader = ({ context }: Route.LoaderArgs) => legalTextOf(context, 'privacy');
export const meta: Route.MetaFunction = ({ loaderData }) => legalMeta(loaderData, 'Privacidade', '/privacidade');

export default function Page({ loaderData }: Route.ComponentProps) {
  return <LegalText title="Privacidade" text={loaderData.text} />;
}
