import { data } from 'react-router';
import type { RouteHandle } from '../lib/route-handle.ts';
import type { Route } from './+types/missing.ts';
import { MissingPage } from './shop/missing-page.tsx';
import { noIndex, productsOf, storeOf } from './tenant.ts';

/** The page for every address of a store's host that leads nowhere. */
export async function loader({ context }: Route.LoaderArgs) {
  const { store, services } = storeOf(context);
  return data({ store, categories: await productsOf(store, services) }, { status: 404 });
}

export const handle: RouteHandle = { calm: true };

const title = 'Página não encontrada';

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? [{ title: `${title} · ${loaderData.store.name}` }, noIndex] : [];

export default function Missing({ loaderData: { store, categories } }: Route.ComponentProps) {
  const text = 'O endereço pode ter mudado, ou nunca existiu. Veja o que a loja tem agora.';
  return <MissingPage store={store} categories={categories} title={title} text={text} />;
}
