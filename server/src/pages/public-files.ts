import { API } from '@vitrine/contract/calls/address';
import { cutText } from '@vitrine/contract/cut-text';
import { formatReais } from '@vitrine/contract/money';
import type { Operator, PageServices, StorefrontStore, Tenant } from '@vitrine/contract/pages';
import sharp from 'sharp';
import type { FileStore } from '../integrations/files/files.ts';
import { appIconSides, drawAppIcon } from './app-icon.ts';
import type { BuiltFiles } from './built-files.ts';
import { drawIcon } from './icon.ts';
import { offlineWorker } from './offline-worker.ts';
import type { RenderedPage } from './page-cache.ts';
import { closedPlaces } from './page-paths.ts';
import { pagePolicy, reportingHeader } from './page-policy.ts';
import { drawShareImage } from './share-image.ts';
import { xmlText } from './xml.ts';

/** Five minutes are short enough for the readers: search engines, chats, and a browser's icons. */
const CACHE = 'public, max-age=300';
const UPLOAD = /^\/images\/([0-9a-z]+)\/\d+\.(?:webp|avif)$/;
const SHARED_PRODUCT = /^\/share\/product\/([0-9a-z]{26})\.png$/;
const APP_ICON = new RegExp(`^/icon/(maskable-)?(${appIconSides.join('|')})\\.png$`);
const SITEMAP_MAX = 50_000;
/** Paths that are closed, or useless to a machine. */
const CLOSED = {
  store: [`${API}/`, '/buy', '/checkout', '/minhas-compras', '/pix/'],
  apex: [`${API}/`, ...closedPlaces],
};

/**
 * Scalar makes style elements as it runs, so its page has the panel's policy for styles. Its script is a file of ours,
 * and the policy lets it ask no other host (docs/decisions/0055-the-api-has-a-page.md).
 */
const REFERENCE_HEADERS = {
  ...reportingHeader,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': pagePolicy({ scripts: [], styles: [] }, { strict: false }),
  'cache-control': 'public, max-age=0, must-revalidate',
};

const PANEL_WORKER_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'",
};

interface FileSources {
  services: PageServices;
  images: FileStore;
  built: BuiltFiles;
  /** The version of the built pages. */
  build: string;
  /** Whether shops may keep pages in the browser (config.ts). */
  offline: boolean;
}

type Render = () => Promise<RenderedPage>;
type StoreTenant = Extract<Tenant, { kind: 'store' }>;

/**
 * A host's files for machines: robots.txt, sitemap.xml, the manifest, its icons, the pictures of shared links and the
 * service worker. The platform's own host also has the panel's service worker and the page that describes the API. They
 * depend only on host and path, so they are kept and forgotten like pages. Undefined for every other path.
 */
export function publicFiles({ services, images, built, build, offline }: FileSources) {
  async function picture(address: string | null): Promise<Buffer | undefined> {
    const key = address ? UPLOAD.exec(address)?.[1] : undefined;
    return key ? await images.get(`${key}/1280.webp`) : undefined;
  }

  async function storeCard({ store }: StoreTenant): Promise<RenderedPage> {
    const [banner, logo] = await Promise.all([picture(store.banner), picture(store.logo)]);
    return png(
      await drawShareImage({
        ...coloursOf(store),
        title: store.name,
        under: store.description,
        picture: banner,
        logo,
      }),
    );
  }

  async function productCard({ store }: StoreTenant, id: string): Promise<RenderedPage> {
    const found = store.open ? await services.product(store.id, id) : null;
    if (!found) return missing;
    const { name, price, compareAtPrice, image } = found.product;
    const [shown, logo] = await Promise.all([picture(image), picture(store.logo)]);
    return png(
      await drawShareImage({
        ...coloursOf(store),
        over: store.name,
        title: name,
        price: formatReais(price),
        priceBefore: compareAtPrice === null ? undefined : formatReais(compareAtPrice),
        picture: shown,
        logo,
      }),
    );
  }

  async function platformCard(): Promise<RenderedPage> {
    const [shown, mark] = await Promise.all([built.shopPicture(), built.mark()]);
    return png(
      await drawShareImage({
        primary: '#6a55f0',
        secondary: '#1fb6a6',
        over: 'Vitrine',
        title: 'Pago é entregue. Uma vez. E todo mundo vê.',
        under: 'A loja do seu servidor de jogo, com Pix e entrega automática.',
        picture: shown && (await topOf(shown)),
        logo: mark,
      }),
    );
  }

  async function icon(tenant: Tenant): Promise<RenderedPage> {
    const logo = tenant.kind === 'store' ? await picture(tenant.store.logo) : undefined;
    const drawn = logo ?? (await built.mark());
    return drawn
      ? { ...png(await drawIcon(drawn)), headers: { 'content-type': 'image/x-icon', 'cache-control': CACHE } }
      : missing;
  }

  async function appIcon({ store }: StoreTenant, side: number, maskable: boolean): Promise<RenderedPage> {
    const logo = await picture(store.logo);
    return png(await drawAppIcon({ side, maskable, name: store.name, colour: store.primaryColor, logo }));
  }

  async function worker({ store }: StoreTenant): Promise<RenderedPage> {
    const source = await built.worker();
    return source ? offlineWorker({ source, build, store, offline }) : missing;
  }

  /** It may call nobody: it shows what a push service brings, and opens pages. */
  async function panelWorker(): Promise<RenderedPage> {
    const source = await built.panelWorker();
    return source ? { status: 200, headers: PANEL_WORKER_HEADERS, body: source } : missing;
  }

  async function apiReference(): Promise<RenderedPage> {
    const page = await built.apiReference();
    return page ? { status: 200, headers: REFERENCE_HEADERS, body: page } : missing;
  }

  async function storePaths({ store }: StoreTenant): Promise<string[]> {
    if (!store.open) return ['/'];
    const { categories } = await services.storefront(store.id);
    const shelves = categories.map(({ id }) => `/categorias/${id}`);
    const products = categories.flatMap((category) => category.products.map(({ idProduct }) => idProduct));
    return [
      '/',
      ...(store.legal.hasTerms ? ['/termos'] : []),
      ...(store.legal.hasPrivacy ? ['/privacidade'] : []),
      ...store.pages.map(({ path }) => path),
      ...shelves,
      ...new Set(products.map((id) => `/products/${id}`)),
    ].slice(0, SITEMAP_MAX);
  }

  return (tenant: Tenant, path: string): Render | undefined => {
    if (path === '/robots.txt') return async () => text('text/plain; charset=utf-8', robots(tenant));
    if (tenant.kind === 'unknown') return undefined;
    if (path === '/sitemap.xml') {
      return async () => {
        const paths = tenant.kind === 'store' ? await storePaths(tenant) : platformPaths(tenant.operator);
        return text('application/xml; charset=utf-8', sitemap(tenant.origin, paths));
      };
    }
    if (path === '/favicon.ico') return () => icon(tenant);
    if (tenant.kind === 'apex') {
      if (path === '/share/vitrine.png') return platformCard;
      if (path === '/sw.js') return panelWorker;
      return path === '/docs' ? apiReference : undefined;
    }
    if (path === '/manifest.webmanifest') {
      return async () => text('application/manifest+json; charset=utf-8', JSON.stringify(manifest(tenant.store)));
    }
    const [, maskable, side] = APP_ICON.exec(path) ?? [];
    if (side) return () => appIcon(tenant, Number(side), maskable !== undefined);
    if (path === '/sw.js') return () => worker(tenant);
    if (path === '/share/store.png') return () => storeCard(tenant);
    const product = SHARED_PRODUCT.exec(path)?.[1];
    return product ? () => productCard(tenant, product) : undefined;
  };
}

/** The first screen of a long picture, in the form of the card's half. */
const topOf = (picture: Buffer) =>
  sharp(picture).resize({ width: 560, height: 630, fit: 'cover', position: 'top' }).toBuffer();

const platformPaths = ({ hasTerms, hasPrivacy }: Operator): string[] => [
  '/',
  '/registrar',
  '/seguranca',
  ...(hasTerms ? ['/termos'] : []),
  ...(hasPrivacy ? ['/privacidade'] : []),
];

const coloursOf = ({ primaryColor, secondaryColor }: StorefrontStore) => ({
  primary: primaryColor,
  secondary: secondaryColor,
});

const text = (type: string, body: string): RenderedPage => ({
  status: 200,
  headers: { 'content-type': type, 'cache-control': CACHE },
  body: Buffer.from(body),
});

/** Already compressed. Chats and social networks show it. */
const png = (body: Buffer): RenderedPage => ({
  status: 200,
  headers: { 'content-type': 'image/png', 'cache-control': CACHE, 'cross-origin-resource-policy': 'cross-origin' },
  body,
  packed: true,
});

const missing: RenderedPage = {
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: Buffer.from('Não encontrado.'),
};

/** A host that belongs to nobody has nothing to find. */
function robots(tenant: Tenant): string {
  if (tenant.kind === 'unknown') return 'User-agent: *\nDisallow: /\n';
  const closed = CLOSED[tenant.kind].map((path) => `Disallow: ${path}\n`).join('');
  return `User-agent: *\n${closed}\nSitemap: ${tenant.origin}/sitemap.xml\n`;
}

function sitemap(origin: string, paths: readonly string[]): string {
  const entries = paths.map((path) => `<url><loc>${xmlText(new URL(path, origin).href)}</loc></url>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries}
</urlset>
`;
}

function manifest(store: StorefrontStore): object {
  return {
    name: store.name,
    short_name: cutText(store.name, 30),
    ...(store.description && { description: cutText(store.description, 300) }),
    lang: 'pt-BR',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#15141c',
    theme_color: store.primaryColor,
    icons: appIconSides.flatMap((side) =>
      (['any', 'maskable'] as const).map((purpose) => ({
        src: `/icon/${purpose === 'any' ? '' : 'maskable-'}${side}.png`,
        sizes: `${side}x${side}`,
        type: 'image/png',
        purpose,
      })),
    ),
  };
}
