import type { Screen } from './screen.ts';

/** The screens of a store's own host. On the apex, the home page is the product's landing page. */
export const shopScreens = {
  '/': { file: 'storefront/home.tsx', access: 'public', kept: ['store', 'apex'], window: true },
  '/store': { file: 'storefront/home.tsx', access: 'public', kept: ['store'], window: true },
  '/products/:idProduct': { file: 'storefront/product.tsx', access: 'public', kept: ['store'], window: true },
  '/categorias/:idCategory': { file: 'storefront/category.tsx', access: 'public', kept: ['store'], window: true },
  '/p/:ownPage': { file: 'storefront/own-page.tsx', access: 'public', kept: ['store'], window: true },
  '/buy': { file: 'storefront/buy.tsx', access: 'public' },
  '/checkout': { file: 'storefront/checkout.tsx', access: 'public', kept: ['store'] },
  '/checkout/success': { file: 'storefront/checkout-success.tsx', access: 'public', secret: true },
  '/checkout/error': { file: 'storefront/checkout-error.tsx', access: 'public', kept: ['store'] },
  '/checkout/pix/:externalReference': { file: 'storefront/checkout-pix.tsx', access: 'public', secret: true },
  '/pix/:share': { file: 'storefront/shared-pix.tsx', access: 'public', secret: true },
  '/pedido/:externalReference': { file: 'storefront/order.tsx', access: 'public', secret: true },
  '/minhas-compras': { file: 'storefront/purchases.tsx', access: 'customer' },
  '/minhas-compras/entrar': { file: 'storefront/purchases-enter.tsx', access: 'public', secret: true },
  '/minhas-compras/dados': { file: 'storefront/purchases-data.tsx', access: 'customer' },
  '/avise-me': { file: 'storefront/waiting.tsx', access: 'public', secret: true },
  '/nao-encontrado': { file: 'storefront/missing.tsx', access: 'public', kept: ['store'] },
  '/sem-conexao': { file: 'storefront/offline.tsx', access: 'public', kept: ['store'] },
  '/termos': { file: 'storefront/terms.tsx', access: 'public', kept: ['store', 'apex'] },
  '/privacidade': { file: 'storefront/privacy.tsx', access: 'public', kept: ['store', 'apex'] },
  '/seguranca': { file: 'storefront/security.tsx', access: 'public', kept: ['store', 'apex'] },
} as const satisfies Record<`/${string}`, Screen>;
