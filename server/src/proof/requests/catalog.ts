import { newReference } from '../../db/ids.ts';
import {
  byHeader,
  category,
  constant,
  coupon,
  expiring,
  idInBody,
  idInPath,
  inStore,
  product,
  productFields,
  type Row,
  storeField,
  windowOf,
} from '../sample.ts';
import type { Side } from '../world.ts';

const ownPage = (side: Side) => side.ownPage;
const pageFields = () => ({
  title: 'Como entrar',
  slug: `pagina-${newReference().slice(-12)}`,
  description: 'O caminho até a cidade.',
  inMenu: true,
});

const sheetOf = (side: Side) => `ID;Nome;Categoria;Preço\n${side.product};VIP Ouro;VIPs;29,90\n;Sultan;Carros;50,00\n`;

/** Good requests of categories, products, pictures, the window, variables and coupons. */
export const catalogRequests: Record<string, Row> = {
  'POST /v1/categories': inStore(),
  'POST /v1/categories/create': inStore(() => ({ name: `Categoria ${newReference().slice(-12)}` })),
  'POST /v1/categories/name': idInBody(category, (id) => ({ id })),
  'POST /v1/categories/edit/:subdomain/:id': idInPath(category, '/v1/categories/edit', () => ({
    name: 'VIPs novos',
    description: 'Texto',
    imageUrl: null,
  })),
  'POST /v1/categories/order': inStore((side) => ({ ids: [side.category, side.emptyCategory] })),
  'DELETE /v1/categories/delete/:subdomain/:id': idInPath((side) => side.emptyCategory, '/v1/categories/delete'),
  'POST /v1/products': inStore(),
  'POST /v1/products/list': inStore((side) => ({ search: 'vip', state: 'on_sale', folded: [side.emptyCategory] })),
  'POST /v1/products/change': inStore((side) => ({
    products: [{ id: side.product, version: 1 }],
    change: { kind: 'price', percent: 10, rounding: 'centavo' },
  })),
  'POST /v1/products/change/preview': inStore((side) => ({
    products: [{ id: side.product, version: 1 }],
    change: { kind: 'featured', featured: true },
  })),
  'GET /v1/products/:id': {
    id: product,
    make: ({ store }, id) => ({ url: `/v1/products/${id}`, headers: { host: `${store.subdomain}.vitrine.localhost` } }),
  },
  'POST /v1/products/name': idInBody(product, (id) => ({ id })),
  'POST /v1/products/rehearse': idInBody(product, (id) => ({ id, clientId: 58, discordId: '391822001983488002' })),
  'POST /v1/products/create': inStore((side) => ({ ...productFields(side), imageUrl: null })),
  'POST /v1/products/edit/': {
    id: product,
    make: (side, productId) => ({
      body: { productId, productData: { ...storeField(side), ...productFields(side) }, imageUrl: null },
    }),
  },
  'POST /v1/products/edit': {
    id: product,
    make: (side, productId) => ({ body: { productId, productData: { ...storeField(side), ...productFields(side) } } }),
  },
  'POST /v1/products/preview': idInBody(product, (productId, side) => ({
    productId,
    productData: productFields(side),
    images: [],
  })),
  'POST /v1/products/move': idInBody(product, (productId, side) => ({
    productId,
    from: side.category,
    categoryId: side.emptyCategory,
    after: null,
  })),
  'POST /v1/products/export': inStore(),
  'POST /v1/products/import/preview': inStore((side) => ({ csv: sheetOf(side) })),
  'POST /v1/products/import': inStore((side) => ({ csv: sheetOf(side) })),
  'DELETE /v1/products/delete/:subdomain': {
    id: product,
    make: ({ store }, productId) => ({ url: `/v1/products/delete/${store.subdomain}`, body: { productId } }),
  },
  'POST /v1/image': byHeader,
  'GET /images/:key/:file': { id: (side) => side.image, make: (_side, id) => ({ url: `/images/${id}/640.webp` }) },

  'POST /v1/window': inStore(),
  'POST /v1/window/draft': inStore((side) => ({ version: 1, document: windowOf(side) })),
  'POST /v1/window/preview': inStore((side) => ({ document: windowOf(side) })),
  'POST /v1/window/publish': inStore(() => ({ version: 1 })),
  'POST /v1/window/restore': idInBody(
    (side) => side.publication,
    (id) => ({ version: 1, id }),
  ),

  'POST /v1/pages': inStore(),
  'POST /v1/pages/create': inStore(() => pageFields()),
  'POST /v1/pages/edit': idInBody(ownPage, (id) => ({ id, ...pageFields() })),
  'POST /v1/pages/order': inStore((side) => ({ ids: [side.ownPage] })),
  'POST /v1/pages/details': idInBody(ownPage, (id) => ({ id })),
  'POST /v1/pages/draft': idInBody(ownPage, (id, side) => ({ id, version: 1, document: windowOf(side) })),
  'POST /v1/pages/publish': idInBody(ownPage, (id) => ({ id, version: 1 })),
  'POST /v1/pages/preview': idInBody(ownPage, (id, side) => ({ id, document: windowOf(side) })),
  'POST /v1/pages/hide': idInBody(ownPage, (id) => ({ id })),
  'POST /v1/pages/delete': idInBody(ownPage, (id) => ({ id })),

  'POST /v1/variables': inStore(),
  'POST /v1/variables/create': inStore((side) => ({
    variable: {
      kind: 'question',
      name: `v${newReference().slice(-12)}`,
      label: 'Qual?',
      answer: 'choice',
      choices: ['azul', 'verde'],
      required: false,
      products: [side.product],
    },
  })),
  'POST /v1/variables/edit/:subdomain/:id': idInPath(
    (side) => side.variable,
    '/v1/variables/edit',
    () => ({ variable: constant }),
  ),
  'DELETE /v1/variables/delete/:subdomain/:id': idInPath((side) => side.variable, '/v1/variables/delete'),
  'POST /v1/discounts': inStore(),
  'POST /v1/discounts/create': inStore((side) => ({
    ...coupon,
    ...expiring,
    code: newReference().slice(-12),
    selectedCategories: [side.category],
    selectedProducts: [side.product],
  })),
  'POST /v1/discounts/edit/:subdomain/:id': idInPath(
    (side) => side.discount,
    '/v1/discounts/edit',
    (side) => ({
      ...coupon,
      code: side.coupon,
      selectedCategories: [],
      selectedProducts: [],
      status: 'active',
    }),
  ),
  'DELETE /v1/discounts/delete/:subdomain/:id': idInPath((side) => side.discount, '/v1/discounts/delete'),
};
