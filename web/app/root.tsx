import type { StorefrontStore } from '@vitrine/contract/pages';
import { type ReactNode, use } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router';
import type { Route } from './+types/root.ts';
import favicon from './assets/favicon.svg?url';
import inter from './assets/inter-latin-400-700.woff2?url';
import { ErrorPage } from './error-page.tsx';
import { EntryAssets } from './lib/entry-assets.ts';
import { InlineScript } from './lib/inline.tsx';
import { type RouteHandle, useHandle } from './lib/route-handle.ts';
import { atWidth } from './storefront/shop/picture.tsx';

/** The store of this page, as the storefront's layout read it; null on the apex and for an unknown host. */
function useStore(): StorefrontStore | null {
  const layout = useMatches().find((match) => (match.handle as RouteHandle | undefined)?.shop);
  return (layout?.loaderData as { store?: StorefrontStore | null } | undefined)?.store ?? null;
}

/** A store shows its own logo as icon, in the widths that the server makes of every upload. Without a logo it costs no request. */
function Icons({ store }: { store: StorefrontStore | null }) {
  const entry = use(EntryAssets);
  return (
    <>
      {store?.logo ? (
        <link rel="icon" href={atWidth(store.logo, 160)} type="image/webp" />
      ) : (
        <link rel="icon" href={(store && entry?.icon) ?? favicon} type="image/svg+xml" />
      )}
      {store ? <link rel="apple-touch-icon" href="/icon/maskable-192.png" /> : null}
    </>
  );
}

/** The browser's entry script of the shop's pages. All other pages get React Router's scripts. */
function ShopScripts({ calm }: { calm: boolean }) {
  const entry = use(EntryAssets);
  if (!entry) return null;
  if (calm && !entry.hmrRuntime) {
    return <InlineScript text={entry.afterPaint} />;
  }
  return (
    <>
      {entry.hmrRuntime ? <script type="module" src={entry.hmrRuntime} /> : null}
      {/* Without `async`, because it must run after the page is parsed. */}
      <script type="module" src={entry.module} fetchPriority="low" />
    </>
  );
}

/** The scripts of a shop for browsers without storage or a connection. The development server's pages are kept nowhere. */
function DoubtScripts() {
  const entry = use(EntryAssets);
  if (!entry) return null;
  return (
    <>
      <InlineScript text={entry.visitStorage} />
      {entry.hmrRuntime ? null : <InlineScript text={entry.shopAsApp} />}
    </>
  );
}

export function Layout({ children }: { children: ReactNode }) {
  const shop = useHandle('shop');
  const calm = useHandle('calm');
  const still = useHandle('still');
  const store = useStore();
  return (
    <html lang="pt-BR" data-shop={calm ? 'calm' : shop ? '' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="dark light" />
        <link
          rel="preload"
          href={inter}
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
          media={calm ? '(width >= 48rem)' : undefined}
        />
        <Icons store={store} />
        <Meta />
        <Links />
        {calm && !still ? <ShopScripts calm /> : null}
      </head>
      <body>
        {children}
        {shop ? null : (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
        {store ? <DoubtScripts /> : null}
        {shop && !calm ? <ShopScripts calm={false} /> : null}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
