import { ByStoreAndId, type Category, CategoryCreate, CategoryEdit, CategoryOrder } from '@vitrine/contract/catalog';
import { StoreScope } from '@vitrine/contract/common';
import { z } from 'zod';
import { newId } from '../../db/ids.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { storeOf } from '../../http/door.ts';
import { listCategories } from './queries.ts';
import { createCategory, deleteCategory, editCategory, reorderCategories } from './save-category.ts';
import { requireCategoryName } from './save-product.ts';

const Target = z.object({ subdomain: z.string(), id: z.string() });

/** Categories (SPEC.md section 7). Listing is public: the storefront shows the same names. */
export async function categoriesRoutes(app: App, { db }: Deps): Promise<void> {
  app.post(
    '/v1/categories',
    { schema: { body: StoreScope }, config: { access: 'shopper', whileClosed: 'members' } },
    async (request) => {
      const rows = await listCategories(db, storeOf(request).id);
      const categories: Category[] = rows.map(({ id, name, position, products }) => ({
        _id: id,
        name,
        position,
        products: products ?? 0,
      }));
      return { success: true, categories };
    },
  );

  app.post(
    '/v1/categories/create',
    { schema: { body: CategoryCreate }, config: { access: 'catalog.edit' } },
    async (request) => {
      const id = newId();
      await transaction(db, (tx) => createCategory(tx, storeOf(request).id, id, request.body.name));
      return { success: true, category: { _id: id, name: request.body.name } };
    },
  );

  app.post(
    '/v1/categories/name',
    { schema: { body: ByStoreAndId }, config: { access: 'store.read' } },
    async (request) => {
      const name = await requireCategoryName(db, storeOf(request).id, request.body.id);
      return { success: true, info: [{ _id: request.body.id, name }] };
    },
  );

  app.post(
    '/v1/categories/edit/:subdomain/:id',
    { schema: { body: CategoryEdit, params: Target }, config: { access: 'catalog.edit' } },
    async (request) => {
      await transaction(db, (tx) => editCategory(tx, storeOf(request).id, request.params.id, request.body.name));
      return { success: true };
    },
  );

  app.post(
    '/v1/categories/order',
    { schema: { body: CategoryOrder }, config: { access: 'catalog.edit' } },
    async (request) => {
      await transaction(db, (tx) => reorderCategories(tx, storeOf(request).id, request.body.ids));
      return { success: true };
    },
  );

  app.delete(
    '/v1/categories/delete/:subdomain/:id',
    { schema: { params: Target }, config: { access: 'catalog.edit' } },
    async (request) => {
      await transaction(db, (tx) => deleteCategory(tx, storeOf(request).id, request.params.id));
      return { success: true };
    },
  );
}
