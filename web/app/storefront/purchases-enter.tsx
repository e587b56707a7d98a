import { data } from 'react-router';
import type { Route } from './+types/purchases-enter.ts';
import { EnterByLink, LinkOver } from './customer/sign-in.tsx';
import { themeColour } from './shop/meta.ts';
import { noIndex, personalHeaders, storeOf } from './tenant.ts';

/** The page of the mailed link. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { store, services } = storeOf(context);
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const link = await services.signInLink(store.id, token);
  return data({ store, token, email: link?.email ?? null }, { status: link ? 200 : 404, headers: personalHeaders });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Entrar · ${loaderData?.store.name ?? 'Vitrine'}` },
  noIndex,
  ...themeColour(loaderData?.store ?? null),
];

export default function EnterPage({ loaderData: { email, token } }: Route.ComponentProps) {
  return email === null ? <LinkOver /> : <EnterByLink email={email} token={token} />;
}
