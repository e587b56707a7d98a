import type { PublicProduct } from '@vitrine/contract/catalog';
import { cutText } from '@vitrine/contract/cut-text';
import { descriptionLines, plainLine } from '@vitrine/contract/description';
import { formatReais } from '@vitrine/contract/money';
import type { CategoryPage, StorefrontStore } from '@vitrine/contract/pages';
import type { MetaDescriptor } from 'react-router';
import { availability } from './offer.ts';
import { atWidth } from './picture.tsx';

/** Discord shows about this many characters of a description. */
const DESCRIPTION_MAX = 300;
const HEX_COLOUR = /^#[0-9a-f]{6}$/i;

interface PageMeta {
  store: StorefrontStore;
  title: string;
  description: string;
  /** Path of the page, for its canonical address. */
  path: string;
  /** The product of the page: the link's picture is then its card instead of the store's. */
  product?: Pick<PublicProduct, 'idProduct' | 'name' | 'price'> | undefined;
}

/**
 * Head tags of a public page, for search engines and for links pasted in Discord (facts/discord.md 9). Addresses are
 * absolute; React escapes the owner's texts.
 */
export function pageMeta({ store, title, description, path, product }: PageMeta): MetaDescriptor[] {
  const address = new URL(path, store.url).href;
  const text = cutText(description, DESCRIPTION_MAX);
  const card = product ? `/share/product/${product.idProduct}.png` : '/share/store.png';
  const cardText = product ? `${product.name}, ${formatReais(product.price)}` : `Loja ${store.name}`;
  return [
    { title },
    { name: 'description', content: text },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:title', content: title },
    { property: 'og:description', content: text },
    { property: 'og:site_name', content: store.name },
    { property: 'og:type', content: 'website' },
    { property: 'og:locale', content: 'pt_BR' },
    { property: 'og:url', content: address },
    { property: 'og:image', content: new URL(card, store.url).href },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: cardText },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...themeColour(store),
  ];
}

/** The store's colour for the browser's bar and for Discord's preview. */
export function themeColour(store: StorefrontStore | null): MetaDescriptor[] {
  return store && HEX_COLOUR.test(store.primaryColor) ? [{ name: 'theme-color', content: store.primaryColor }] : [];
}

/** The store's description, or a standard sentence if it has none. */
export function storeDescription(store: StorefrontStore): string {
  return store.description || `Loja oficial de ${store.name}. Compre e acompanhe a entrega em tempo real.`;
}

/** The right of withdrawal, which each store's footer tells (CDC, article 49). */
const returnPolicy = {
  '@type': 'MerchantReturnPolicy',
  applicableCountry: 'BR',
  returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
  merchantReturnDays: 7,
  returnFees: 'https://schema.org/FreeReturn',
};

/** Who sells, as schema.org data: name, mark, and the store's own places outside the shop. */
export function storeJsonLd(store: StorefrontStore): MetaDescriptor {
  const { discord, instagram, tiktok, youtube, x, site } = store.links;
  const places = [discord, instagram, tiktok, youtube, x, site].filter(Boolean);
  return {
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@type': 'OnlineStore',
      name: store.name,
      url: new URL('/', store.url).href,
      ...(store.legal.name ? { legalName: store.legal.name } : {}),
      ...(store.logo ? { logo: new URL(atWidth(store.logo, 640), store.url).href } : {}),
      ...(places.length > 0 ? { sameAs: places } : {}),
      hasMerchantReturnPolicy: returnPolicy,
    },
  };
}

const place = (store: StorefrontStore, position: number, name: string, path: string) => ({
  '@type': 'ListItem',
  position,
  name,
  item: new URL(path, store.url).href,
});

/** Where a product stands in the shop: shop, category, product. */
export function productPlaceJsonLd(store: StorefrontStore, product: PublicProduct): MetaDescriptor {
  return {
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        place(store, 1, store.name, '/'),
        place(store, 2, product.category, `/categorias/${product.categoryId}`),
        place(store, 3, product.name, `/products/${product.idProduct}`),
      ],
    },
  };
}

/** The product as schema.org data, for search engines. */
export function productJsonLd(store: StorefrontStore, product: PublicProduct): MetaDescriptor {
  const address = new URL(`/products/${product.idProduct}`, store.url).href;
  return {
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: product.name,
      description: descriptionLines(product.description).map(plainLine).join('\n') || product.name,
      category: product.category,
      ...(product.images.length > 0
        ? { image: product.images.map(({ image }) => new URL(atWidth(image, 1280), store.url).href) }
        : {}),
      offers: {
        '@type': 'Offer',
        url: address,
        price: product.price.toFixed(2),
        priceCurrency: 'BRL',
        availability:
          availability(product).kind === 'out' ? 'https://schema.org/OutOfStock' : 'https://schema.org/InStock',
        seller: { '@type': 'Organization', name: store.legal.name || store.name },
        hasMerchantReturnPolicy: returnPolicy,
      },
    },
  };
}

/** A category as schema.org data: where it stands in the shop, and what it sells. */
export function categoryJsonLd(store: StorefrontStore, { id, name, products }: CategoryPage): MetaDescriptor {
  return {
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'BreadcrumbList',
          itemListElement: [place(store, 1, store.name, '/'), place(store, 2, name, `/categorias/${id}`)],
        },
        {
          '@type': 'ItemList',
          name,
          numberOfItems: products.length,
          itemListElement: products.map((product, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name: product.name,
            url: new URL(`/products/${product.idProduct}`, store.url).href,
          })),
        },
      ],
    },
  };
}
