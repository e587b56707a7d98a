import { z } from 'zod';
import {
  ByStoreAndId,
  CategoriesAnswer,
  CategoryCreate,
  CategoryEdit,
  CategoryMade,
  CategoryNamed,
  CategoryOrder,
  CategoryPage,
} from '../catalog.ts';
import { Done, StoreScope } from '../common.ts';
import { call } from './call.ts';

const Target = z.object({ subdomain: z.string(), id: z.string() });
const done = { success: true };

/** Categories (SPEC.md section 7). */
export const categories = {
  'POST /categories': call({
    id: 'listCategories',
    access: 'shopper',
    limit: 'lookUp',
    whileClosed: 'members',
    says: 'Lists the categories of a store in their order, as the storefront shows them.',
    body: StoreScope,
    answer: CategoriesAnswer,
    refusals: [],
    example: {
      body: { subdomain: 'cidadealta' },
      answer: { ...done, categories: [{ _id: '06h0dkjdq8vs', name: 'VIPs', position: 1, products: 3 }] },
    },
  }),
  'POST /categories/create': call({
    id: 'createCategory',
    access: 'catalog.edit',
    says: 'Adds a category behind the others.',
    body: CategoryCreate,
    answer: CategoryMade,
    refusals: ['plan_category_limit', 'category_taken', 'image_not_found'],
    example: {
      body: { subdomain: 'cidadealta', name: 'VIPs' },
      answer: { ...done, category: { _id: '06h0dkjdq8vs', name: 'VIPs' } },
    },
  }),
  'POST /categories/name': call({
    id: 'readCategoryName',
    access: 'store.read',
    says: 'Tells the name of one category, and what its page in the shop shows.',
    body: ByStoreAndId,
    answer: CategoryNamed,
    refusals: ['category_not_found'],
    example: {
      body: { subdomain: 'cidadealta', id: '06h0dkjdq8vs' },
      answer: {
        ...done,
        info: [
          { _id: '06h0dkjdq8vs', name: 'VIPs', description: 'Vantagens por 30 dias.', imageUrl: null, version: 2 },
        ],
      },
    },
  }),
  'POST /categories/edit/:subdomain/:id': call({
    id: 'renameCategory',
    access: 'catalog.edit',
    says: 'Renames a category, and changes the text and the picture of its page.',
    params: Target,
    body: CategoryEdit,
    answer: Done,
    versioned: CategoryPage,
    refusals: ['category_not_found', 'changed_meanwhile', 'category_taken', 'image_not_found'],
    example: { body: { name: 'Benefícios', version: 2 }, answer: done },
  }),
  'POST /categories/order': call({
    id: 'orderCategories',
    access: 'catalog.edit',
    says: 'Puts the categories into this order.',
    body: CategoryOrder,
    answer: Done,
    refusals: ['category_not_found'],
    example: { body: { subdomain: 'cidadealta', ids: ['06h0dkjdq8vs', '06h0dkk4a1cn'] }, answer: done },
  }),
  'DELETE /categories/delete/:subdomain/:id': call({
    id: 'deleteCategory',
    access: 'catalog.edit',
    says: 'Deletes a category without products.',
    params: Target,
    answer: Done,
    refusals: ['category_not_found', 'category_not_empty'],
    example: { answer: done },
  }),
};
