import { data } from 'react-router';
import type { Route } from './+types/waiting.ts';
import { problemOf } from './customer/notice.tsx';
import {
  AskSent,
  AskToWait,
  NothingToAwait,
  WaitCancelled,
  WaitingLinkOver,
  WaitingLinkPage,
} from './customer/waiting-faces.tsx';
import { themeColour } from './shop/meta.ts';
import { noIndex, personalHeaders, storeOf } from './tenant.ts';

/** "Avise-me": asks for a mail about a sold-out product or the opening, and is the page of the link in the confirmation mail. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { store, services } = storeOf(context);
  const query = new URL(request.url).searchParams;
  const product = query.get('produto');
  const token = query.get('token');
  const [link, thing] = await Promise.all([
    token === null ? null : services.waitingLink(store.id, token),
    token === null ? services.awaited(store.id, product) : null,
  ]);
  const face = {
    store,
    product,
    token,
    link,
    thing,
    code: query.get('erro'),
    sent: query.has('enviado'),
    cancelled: query.has('cancelado'),
  };
  return data(face, { status: link || thing ? 200 : 404, headers: personalHeaders });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Avise-me · ${loaderData?.store.name ?? 'Vitrine'}` },
  noIndex,
  ...themeColour(loaderData?.store ?? null),
];

export default function WaitingPage({ loaderData }: Route.ComponentProps) {
  const { product, token, link, thing, code, sent, cancelled } = loaderData;
  if (cancelled) return <WaitCancelled />;
  if (token !== null) return link ? <WaitingLinkPage link={link} token={token} /> : <WaitingLinkOver />;
  const page = product === null ? '/' : `/products/${product}`;
  if (sent) return <AskSent page={page} />;
  if (code === 'token_invalid') return <WaitingLinkOver />;
  if (!thing || thing.refusal) return <NothingToAwait thing={thing} page={thing ? page : '/'} />;
  return <AskToWait thing={thing} product={product} code={code} problem={problemOf(code)} page={page} />;
}
