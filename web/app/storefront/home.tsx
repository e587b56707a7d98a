import { data, redirect } from 'react-router';
import { appContext } from '../context.ts';
import type { RouteHandle } from '../lib/route-handle.ts';
import type { Route } from './+types/home.ts';
import { LandingPage, landingWords } from './landing/front/landing-page.tsx';
import { operatorJsonLd, platformMeta } from './landing/platform-meta.ts';
import { pageMeta, storeDescription, storeJsonLd } from './shop/meta.ts';
import { ShopWindow } from './shop/shop-window.tsx';
import { productsOf } from './tenant.ts';
import { NotOpen } from './under-development.tsx';

/** `/` and `/store` of a store's host: the shop window. `/` of the apex: the product's landing page. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, tenant } = context.get(appContext);
  if (tenant.kind === 'unknown') throw data(null, { status: 404 });
  if (tenant.kind === 'apex') {
    if (new URL(request.url).pathname !== '/') throw redirect('/');
    const { origin, operator, demoUrl } = tenant;
    return { store: null, origin, operator, demoUrl, plans: await services.plans() };
  }
  const { store } = tenant;
  const categories = await productsOf(store, services);
  return { store, categories, built: store.open ? await services.window(store.id, categories) : null };
}

export const handle: RouteHandle = { calm: true };

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [];
  if (!loaderData.store) {
    const { origin, operator } = loaderData;
    return [...platformMeta({ origin, ...landingWords, path: '/' }), ...operatorJsonLd(operator, origin)];
  }
  const { store } = loaderData;
  return [
    ...pageMeta({ store, title: store.name, description: storeDescription(store), path: '/' }),
    ...(store.open ? [storeJsonLd(store)] : []),
  ];
};

export default function Home({ loaderData }: Route.ComponentProps) {
  if (!loaderData.store) return <LandingPage demoUrl={loaderData.demoUrl} plans={loaderData.plans} />;
  const { store, categories, built } = loaderData;
  if (!store.open) return <NotOpen store={store} />;
  return <ShopWindow store={store} categories={categories} built={built} />;
}
