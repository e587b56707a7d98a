import { z } from 'zod';
import { listsOf } from '../action-lists.ts';
import { ByStoreAndId, ProductCreate, ProductDelete, ProductEdit, ProductMove, ProductPreview } from '../catalog.ts';
import { Done, StoreScope } from '../common.ts';
import { limits } from '../limits.ts';
import {
  CityNamesAnswer,
  ImageMade,
  Product,
  ProductAnswer,
  ProductEdited,
  ProductMade,
  ProductsAnswer,
  PublicProductAnswer,
} from '../product-answers.ts';
import { ProductsChange, ProductsChanged } from '../product-changes.ts';
import { ProductList, ProductListAnswer } from '../product-list.ts';
import { WindowPreviewed } from '../window.ts';
import { call } from './call.ts';

const done = { success: true };
const plate = {
  name: 'placa',
  label: 'Placa',
  kind: 'plate',
  required: true,
  min: null,
  max: null,
  choices: [],
} as const;
const vip = {
  _id: '06h0dkk4a1cn',
  idProduct: '06h0dkk4a1cn',
  name: 'VIP Ouro',
  price: 29.9,
  compareAtPrice: 39.9,
  image: '/images/06h0dkm1/640.webp',
  images: [{ image: '/images/06h0dkm1/640.webp', alt: 'Carteira do VIP Ouro' }],
  video: null,
  categoryId: '06h0dkjdq8vs',
  category: 'VIPs',
  description: 'Um mês de vantagens na cidade.',
  featured: true,
  stock: null,
  buylimit: null,
  removeProduct: 30,
  single: false,
  benefits: ['Grupo vip_ouro na cidade por 30 dias'],
  options: [plate],
};
const group = { id: 'a1', type: 'add_group', executionTiming: 'on_confirmation', groupName: 'vip_ouro' } as const;
const own = {
  ...vip,
  ...listsOf([{ target: 'fivem', ...group }]),
  imageUrl: vip.image,
  lowStock: null,
  sold: 12,
  waiting: 3,
  problem: null,
  updatedAt: '2026-11-23T12:00:00.000Z',
  version: 7,
  status: 'shown',
  showsAt: null,
  hidesAt: null,
};

const listed = {
  _id: vip._id,
  name: vip.name,
  price: vip.price,
  compareAtPrice: vip.compareAtPrice,
  image: vip.image,
  categoryId: vip.categoryId,
  category: vip.category,
  featured: true,
  stock: null,
  lowStock: null,
  low: false,
  waiting: 3,
  problem: null,
  version: 7,
  status: 'shown',
  showsAt: null,
  hidesAt: null,
  line: vip.description,
  actions: 1,
};

const rise = {
  products: [
    { id: vip._id, version: 7 },
    { id: '06h0dkn7wq2t', version: 1 },
  ],
  change: { kind: 'price', percent: 10, rounding: 'ninety' },
};
const risen = {
  ...done,
  changed: [{ id: vip._id, name: vip.name, before: 'R$ 29,90', after: 'R$ 32,90' }],
  left: [{ id: '06h0dkn7wq2t', name: 'Teste grátis', why: 'É de graça.' }],
};

/** Refusals of an action that could not be carried out, or not safely (templates.ts). */
export const unfitActions = [
  'unknown_placeholder',
  'command_unreadable',
  'command_first_token',
  'command_forbidden',
  'command_free_text',
  'command_empty_argument',
  'command_too_long',
  'message_too_long',
  'name_unfit',
  'name_not_in_city',
  'name_choices_only',
  'plate_unfit',
  'server_not_found',
  'plan_without_discord',
] as const;

/** Refusals of an option whose placeholder already has another meaning. */
const takenNames = ['variable_taken', 'variable_reserved'] as const;

/** Products (SPEC.md section 7). */
export const products = {
  'POST /products': call({
    id: 'listProducts',
    access: 'shopper',
    limit: 'lookUp',
    whileClosed: 'members',
    says: 'Lists the products on sale in a store; for its own people all that are not archived, with actions and sales.',
    body: StoreScope,
    answer: ProductsAnswer,
    refusals: [],
    example: { body: { subdomain: 'cidadealta' }, answer: { ...done, products: [vip] } },
  }),
  'POST /products/list': call({
    id: 'listOwnProducts',
    access: 'store.read',
    limit: 'search',
    says: "Lists the store's own products in parts, by search, state, category or mark.",
    body: ProductList,
    answer: ProductListAnswer,
    refusals: [],
    example: {
      body: { subdomain: 'cidadealta', search: 'vip', state: 'on_sale' },
      answer: {
        ...done,
        products: [listed],
        next: null,
        counts: [{ categoryId: vip.categoryId, products: 1 }],
        archived: false,
      },
    },
  }),
  'GET /products/:id': call({
    id: 'readProduct',
    access: 'public',
    limit: 'lookUp',
    says: "Tells of one product on sale; on a store's host, only of that store's.",
    params: z.object({ id: z.string() }),
    answer: PublicProductAnswer,
    refusals: ['product_not_found', 'store_closed'],
    example: { answer: { ...done, info: [vip] } },
  }),
  'POST /products/name': call({
    id: 'readOwnProduct',
    access: 'store.read',
    says: 'Tells of one product of the store, with actions and sales.',
    body: ByStoreAndId,
    answer: ProductAnswer,
    refusals: ['product_not_found'],
    example: { body: { subdomain: 'cidadealta', id: vip._id }, answer: { ...done, info: [own] } },
  }),
  'POST /products/create': call({
    id: 'createProduct',
    access: 'catalog.edit',
    says: 'Makes a product and puts it into the shop, or keeps it as a draft.',
    body: ProductCreate,
    answer: ProductMade,
    refusals: [
      'plan_product_limit',
      'category_not_found',
      'image_not_found',
      'product_window',
      ...takenNames,
      ...unfitActions,
    ],
    example: {
      body: {
        subdomain: 'cidadealta',
        name: 'VIP Ouro',
        categoryId: vip.categoryId,
        price: 29.9,
        imageUrl: vip.image,
        removeProduct: 30,
        discordActions: [],
        fiveMActions: [group],
      },
      answer: { ...done, product: { _id: vip._id, idProduct: vip._id }, warning: null },
    },
  }),
  // SPEC.md writes this address with a slash at its end.
  'POST /products/edit/': call({
    id: 'editProduct',
    alsoAt: '/products/edit',
    access: 'catalog.edit',
    says: 'Changes what the body names of a product and leaves the rest.',
    body: ProductEdit,
    answer: ProductEdited,
    versioned: Product,
    refusals: [
      'product_not_found',
      'changed_meanwhile',
      'plan_product_limit',
      'price_zero_unconfirmed',
      'product_window',
      'category_not_found',
      'image_not_found',
      ...takenNames,
      ...unfitActions,
    ],
    example: {
      body: {
        productId: vip._id,
        version: 7,
        productData: { subdomain: 'cidadealta', price: 24.9, stock: 10, stockSeen: 12 },
      },
      answer: { ...done, warning: null },
    },
  }),
  'POST /products/preview': call({
    id: 'previewProduct',
    access: 'catalog.edit',
    says: 'Draws the page of a product with what is not saved, without saving it or showing it to anybody else.',
    body: ProductPreview,
    answer: WindowPreviewed,
    refusals: ['rate_limited', 'product_not_found', 'category_not_found', 'image_not_found'],
    example: {
      body: {
        subdomain: 'cidadealta',
        productData: { name: 'VIP Ouro', categoryId: vip.categoryId, price: 29.9 },
      },
      answer: { ...done, html: '<!DOCTYPE html><html lang="pt-BR">…</html>' },
    },
  }),
  'POST /products/move': call({
    id: 'moveProduct',
    access: 'catalog.edit',
    says: 'Puts a product behind another one, in its category or in another.',
    body: ProductMove,
    answer: Done,
    refusals: ['product_not_found', 'category_not_found', 'product_moved'],
    example: {
      body: { productId: vip._id, from: vip.categoryId, categoryId: vip.categoryId, after: '06h0dkn7wq2t' },
      answer: done,
    },
  }),
  'POST /products/change': call({
    id: 'changeProducts',
    access: 'catalog.edit',
    says: 'Changes many products at once, and tells which were left out and why.',
    body: ProductsChange,
    answer: ProductsChanged,
    refusals: ['category_not_found'],
    example: { body: rise, answer: risen },
  }),
  'POST /products/change/preview': call({
    id: 'previewChangeOfProducts',
    access: 'catalog.edit',
    limit: 'search',
    says: 'Tells what such a change would do, and changes nothing.',
    body: ProductsChange,
    answer: ProductsChanged,
    refusals: ['category_not_found'],
    example: { body: rise, answer: risen },
  }),
  'DELETE /products/delete/:subdomain': call({
    id: 'deleteProduct',
    access: 'catalog.edit',
    says: 'Deletes a product; orders keep what was sold of it.',
    params: z.object({ subdomain: z.string() }),
    body: ProductDelete,
    answer: Done,
    refusals: ['product_not_found'],
    example: { body: { productId: vip._id }, answer: done },
  }),
  'GET /city/names': call({
    id: 'listCityNames',
    access: 'catalog.edit',
    alsoMay: ['orders.give'],
    limit: 'search',
    says: "Lists what the store's game servers can do and the names of their groups, items, vehicles and commands.",
    answer: CityNamesAnswer,
    refusals: [],
    example: {
      answer: {
        ...done,
        cities: [
          {
            id: '06h0dkm2c5bz',
            name: 'Servidor principal',
            game: 'fivem',
            actions: ['execute_command', 'add_item'],
            lists: { items: { closed: true, names: [{ name: 'agua', label: 'Garrafa de Água' }] } },
          },
        ],
      },
    },
  }),
  'POST /image': call({
    id: 'uploadImage',
    access: 'catalog.edit',
    alsoMay: ['window.edit', 'store.edit'],
    limit: 'upload',
    says: 'Takes a picture (PNG, JPEG or WebP of at most 5 MB) and tells its address.',
    upload: 'file',
    bodyBytes: limits.imageBytesMax + 10_000,
    answer: ImageMade,
    refusals: [
      'image_unsupported',
      'image_too_large',
      'image_too_many_pixels',
      'image_busy',
      'image_quota',
      'invalid_request',
      'rate_limited',
    ],
    example: { answer: { success: true, imageUrl: '/images/06h0dkm1x9v2c4b7n8q3/640.webp' } },
  }),
};
