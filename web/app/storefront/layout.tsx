import { data, Outlet } from 'react-router';
import { appContext } from '../context.ts';
import { InlineStyle } from '../lib/inline.tsx';
import { type RouteHandle, useHandle } from '../lib/route-handle.ts';
import landingCss from '../styles/landing.css?inline';
import menuCss from '../styles/shop-menu.css?inline';
import css from '../styles/storefront.css?inline';
import windowCss from '../styles/window.css?inline';
import type { Route } from './+types/layout.ts';
import { LandingFrame } from './landing/landing-frame.tsx';
import { StoreFooter, StoreHeader } from './shop/frame.tsx';
import { menuOf } from './shop/menu.tsx';
import { SearchWords } from './shop/search-words.ts';
import { themeCss, titleFace } from './shop/theme-css.ts';

/** Pages of the shop are documents; `shop.ts` adds their behaviour. They are no hydrated application. */
export const handle: RouteHandle = { shop: true };

/**
 * The store of the page, or on the apex the operator. A host that belongs to nobody gets the not-found screen and no
 * data.
 */
export function loader({ context }: Route.LoaderArgs) {
  const { tenant } = context.get(appContext);
  if (tenant.kind === 'unknown') throw data(null, { status: 404 });
  return tenant.kind === 'store' ? { store: tenant.store } : { store: null, operator: tenant.operator };
}

/** The stylesheet and the store's colours are inside the page, so nothing is fetched before the first paint. */
export default function StorefrontLayout({ loaderData }: Route.ComponentProps) {
  const calm = useHandle('calm');
  const { store } = loaderData;
  if (!store) {
    return (
      <>
        <InlineStyle css={calm ? landingCss : css} />
        <LandingFrame operator={loaderData.operator}>
          <Outlet />
        </LandingFrame>
      </>
    );
  }
  const face = titleFace(store.look);
  return (
    <>
      {/* With the usual priority: docs/decisions/0140-title-letters-beside-the-picture.md. */}
      {face ? <link rel="preload" href={face} as="font" type="font/woff2" crossOrigin="anonymous" /> : null}
      <InlineStyle css={(calm ? windowCss : css) + (menuOf(store).length > 0 ? menuCss : '') + themeCss(store)} />
      <a href="#conteudo" className="skip-link">
        Pular para o conteúdo
      </a>
      <StoreHeader store={store} />
      {/* At least as high as the screen: content that the script fills in must not push the footer around. */}
      <main id="conteudo" data-pattern="" tabIndex={-1} className="min-h-[calc(100dvh-3.5rem)] outline-none">
        <SearchWords value={store.searchWords}>
          <Outlet />
        </SearchWords>
      </main>
      <StoreFooter store={store} />
      <ToastPlace />
    </>
  );
}

/** The place for toasts, once per page and always there, so that screen readers announce them. */
function ToastPlace() {
  return (
    <div
      data-toasts=""
      role="status"
      aria-label="Avisos"
      className="pointer-events-none fixed inset-x-4 bottom-24 z-50 flex flex-col items-center gap-2 lg:inset-x-auto lg:right-6 lg:bottom-6 lg:items-end"
    />
  );
}
