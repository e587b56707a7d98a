import { data, redirect } from 'react-router';
import type { Route } from './+types/purchases-data.ts';
import { problemOf } from './customer/notice.tsx';
import { OwnDataPage } from './customer/own-data.tsx';
import { themeColour } from './shop/meta.ts';
import { noIndex, personalHeaders, storeOf } from './tenant.ts';

/** The shopper's own data in this store: download and erasure. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { store, services } = storeOf(context);
  const own = await services.ownData(store.id, request.headers.get('cookie'));
  if (!own) throw redirect('/minhas-compras?erro=unauthenticated');
  return data({ store, own, code: new URL(request.url).searchParams.get('erro') }, { headers: personalHeaders });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Meus dados · ${loaderData?.store.name ?? 'Vitrine'}` },
  noIndex,
  ...themeColour(loaderData?.store ?? null),
];

export default function OwnData({ loaderData: { own, code } }: Route.ComponentProps) {
  return <OwnDataPage data={own} problem={problemOf(code)} />;
}
