import { data } from 'react-router';
import type { Route } from './+types/purchases.ts';
import { EMAIL_CODES, problemOf } from './customer/notice.tsx';
import { PurchaseList } from './customer/purchase-list.tsx';
import { LinkSent, SignIn } from './customer/sign-in.tsx';
import { themeColour } from './shop/meta.ts';
import { noIndex, personalHeaders, storeOf } from './tenant.ts';

/** The customer's area of this store: the purchases of a person who has proven to be the buyer. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { store, services } = storeOf(context);
  const query = new URL(request.url).searchParams;
  const cursor = query.get('depois');
  const purchases = await services.purchases(store.id, request.headers.get('cookie'), cursor);
  const code = query.get('erro');
  return data(
    {
      store,
      purchases,
      first: cursor === null,
      discord: services.discordSignIn(),
      code,
      sent: query.has('enviado'),
      left: query.has('saiu'),
      erased: query.has('apagado'),
      now: new Date().toISOString(),
    },
    { status: code === 'rate_limited' ? 429 : 200, headers: personalHeaders },
  );
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Minhas compras · ${loaderData?.store.name ?? 'Vitrine'}` },
  noIndex,
  ...themeColour(loaderData?.store ?? null),
];

export default function PurchasesPage({ loaderData }: Route.ComponentProps) {
  const { purchases, first, discord, code, sent, left, erased, now } = loaderData;
  if (purchases) {
    // A second return from Discord with a used code opens this page too.
    const problem = code === null || EMAIL_CODES.has(code) ? undefined : problemOf(code);
    return <PurchaseList purchases={purchases} first={first} now={now} problem={problem} />;
  }
  if (sent) return <LinkSent />;
  const done = erased
    ? 'Pronto: seus dados foram apagados, e o que ainda precisa esperar será apagado sozinho.'
    : left
      ? 'Você saiu.'
      : undefined;
  return <SignIn discord={discord} code={code} done={done} />;
}
