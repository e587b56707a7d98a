import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { PublicProduct } from '@vitrine/contract/catalog';
import type { PageServices, StorefrontStore, Tenant } from '@vitrine/contract/pages';
import { percentile, root } from './product.ts';

const PRODUCTS = 48;
const WARM_UP = 60;
const RENDERS = 200;

interface Build {
  entry: {
    module: {
      createRequestHandler(build: Build, mode: string): (request: Request, context: unknown) => Promise<Response>;
      makeContext(app: { services: PageServices; tenant: Tenant; mark: string }): unknown;
    };
  };
}

/** A shop window of 48 products, rendered without a cache: ms, and bytes with its stylesheet. */
export interface Rendering {
  p50: number;
  p95: number;
  bytes: { plain: number; gzip: number; brotli: number };
}

/** Renders the built shop window repeatedly, one at a time, with rows in memory instead of a database. */
export async function measureRendering(): Promise<Rendering> {
  // Set before React is loaded, because React then chooses its build.
  process.env.NODE_ENV ??= 'production';
  const build = (await import(pathToFileURL(join(root, 'web', 'build', 'server', 'index.js')).href)) as Build;
  const { createRequestHandler, makeContext } = build.entry.module;
  const handle = createRequestHandler(build, 'production');
  const services = {
    storefront: async () => ({ categories: shelves() }),
    window: async () => null,
  } as unknown as PageServices;
  const tenant: Tenant = { kind: 'store', origin: store.url, apexOrigin: 'http://vitrine.localhost', store };
  const render = async () => {
    const answer = await handle(new Request(`${store.url}/`), makeContext({ services, tenant, mark: 'bench' }));
    const body = Buffer.from(await answer.arrayBuffer());
    if (answer.status !== 200 || !body.includes('Produto 47')) throw new Error('The shop window was not rendered.');
    return body;
  };
  for (let n = 0; n < WARM_UP; n += 1) await render();
  const waits: number[] = [];
  let body = Buffer.alloc(0);
  for (let n = 0; n < RENDERS; n += 1) {
    const start = performance.now();
    body = await render();
    waits.push(performance.now() - start);
  }
  return {
    p50: percentile(waits, 0.5),
    p95: percentile(waits, 0.95),
    bytes: {
      plain: body.length,
      // as the page cache compresses
      gzip: gzipSync(body, { level: 7 }).length,
      brotli: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }).length,
    },
  };
}

const store: StorefrontStore = {
  id: '0'.repeat(26),
  name: 'Cidade Alta RP',
  subdomain: 'cidadealta',
  url: 'http://cidadealta.vitrine.localhost',
  description: 'A loja oficial da cidade.',
  logo: null,
  banner: null,
  primaryColor: '#6d5efc',
  secondaryColor: '#22b8cf',
  density: 'cards',
  look: { theme: 'vitrine' },
  open: true,
  opensAt: null,
  notices: true,
  legal: { name: 'Alta Jogos Ltda', document: '', address: '', contact: '', hasTerms: true, hasPrivacy: true },
  server: { online: true, players: 120, city: true },
  links: {},
  searchWords: [],
  pages: [],
  paymentMethods: ['pix'],
};

function shelves() {
  return [0, 1, 2, 3].map((shelf) => ({
    id: `categoria${shelf}`,
    name: `Categoria ${shelf}`,
    products: Array.from({ length: PRODUCTS / 4 }, (_, n) => product(shelf * 12 + n, `Categoria ${shelf}`)),
  }));
}

function product(number: number, category: string): PublicProduct {
  const id = String(number).padStart(26, '0');
  return {
    _id: id,
    idProduct: id,
    name: `Produto ${number}`,
    price: 9.9 + number,
    compareAtPrice: number % 3 ? null : 199.99,
    image: `/images/${id}/640.webp`,
    images: [{ image: `/images/${id}/640.webp`, alt: '' }],
    video: null,
    categoryId: category,
    category,
    description: '> Salário em dobro\n> Fila prioritária',
    featured: number % 5 === 0,
    stock: number % 7 ? null : 4,
    buylimit: null,
    removeProduct: 30,
    single: false,
    benefits: [`Grupo ${number} na cidade`, 'Cargo no Discord'],
    options: [],
  };
}
