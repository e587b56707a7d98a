import type { CategoryPage } from '@vitrine/contract/catalog';
import type { Db } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { serve } from '../../../http/serve.ts';
import type { StoreId } from '../../../http/store.ts';
import { imageAddress } from '../product.ts';
import { requireCategoryRow } from '../save-product.ts';
import { listCategories } from './queries.ts';
import { createCategory, deleteCategory, editCategory, reorderCategories } from './save-category.ts';

const done = { success: true as const };

async function readCategory(db: Db, store: StoreId, id: string): Promise<CategoryPage> {
  const { name, description, image, version } = await requireCategoryRow(db, store, id);
  return { _id: id, name, description, imageUrl: image && imageAddress(image), version };
}

/** Categories. Listing is public, because the storefront shows the same names. */
export async function categoriesRoutes(app: App, { db }: Deps): Promise<void> {
  serve(app, 'POST /categories', async ({ store, role }) => ({
    ...done,
    categories: (await listCategories(db, store.id, Boolean(role))).map(({ id, name, position, products }) => ({
      _id: id,
      name,
      position,
      products: products ?? 0,
    })),
  }));

  serve(app, 'POST /categories/create', async ({ store, caller, body }) => {
    const id = newId();
    await transaction(db, (tx) => createCategory(tx, store.id, caller, id, body));
    return { ...done, category: { _id: id, name: body.name } };
  });

  serve(app, 'POST /categories/name', async ({ store, body: { id } }) => ({
    ...done,
    info: [await readCategory(db, store.id, id)],
  }));

  serve(
    app,
    'POST /categories/edit/:subdomain/:id',
    async ({ store, caller, params: { id }, body }) => {
      await transaction(db, (tx) => editCategory(tx, store.id, caller, id, body));
      return done;
    },
    async ({ store, params: { id } }) => await readCategory(db, store.id, id),
  );

  serve(app, 'POST /categories/order', async ({ store, caller, body: { ids } }) => {
    await transaction(db, (tx) => reorderCategories(tx, store.id, caller, ids));
    return done;
  });

  serve(app, 'DELETE /categories/delete/:subdomain/:id', async ({ store, caller, params: { id } }) => {
    await transaction(db, (tx) => deleteCategory(tx, store.id, caller, id));
    return done;
  });
}
