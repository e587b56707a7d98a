import { mayDo } from '@vitrine/contract/permissions';
import type { Role } from '@vitrine/contract/roles';
import { isId } from '../../db/ids.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { requireOpen } from '../../http/door.ts';
import { Refusal } from '../../http/errors.ts';
import { serve } from '../../http/serve.ts';
import { type StoreId, subdomainOfHost } from '../../http/store.ts';
import { countWaiting } from '../waiting/count-waiting.ts';
import { citiesOf } from './city-fit.ts';
import { changeProducts, previewChange } from './list/change-products.ts';
import { listOwnProducts } from './list/list-products.ts';
import { moveProduct } from './list/move-product.ts';
import { toProduct, toPublicProduct } from './product.ts';
import { findProductAnywhere, listProducts } from './queries.ts';
import { readProduct } from './read-product.ts';
import { createProduct, editProduct, removeProduct } from './save-product.ts';
import { problemsByProduct } from './unfit-products.ts';

const done = { success: true as const };

/** Products (SPEC.md section 7). The store's own people get a richer list from the same call. */
export async function productsRoutes(app: App, { config, db }: Deps): Promise<void> {
  serve(app, 'POST /products', async ({ store, role }) => {
    const rows = await listProducts(db, store.id, Boolean(role));
    if (!role) return { ...done, products: rows.map(toPublicProduct) };
    const problems = mayDo(role, 'catalog.edit') ? await problemsByProduct(db, store.id, rows) : new Map();
    const waiting = await countWaiting(db, store.id);
    return { ...done, products: rows.map((row) => toProduct(row, problems.get(row.id), waiting.get(row.id) ?? 0)) };
  });

  serve(app, 'POST /products/list', async ({ store, role, body }) => ({
    ...done,
    ...(await listOwnProducts(db, store.id, role, body)),
  }));

  serve(app, 'GET /products/:id', async ({ params: { id }, request }) => {
    if (!isId(id)) throw new Refusal('product_not_found');
    const subdomain = subdomainOfHost(request.headers.host, config.domain);
    const row = await findProductAnywhere(db, id, subdomain);
    if (!row) throw new Refusal('product_not_found');
    requireOpen(row);
    return { ...done, info: [toPublicProduct(row)] };
  });

  const readOwn = async (store: StoreId, role: Role, id: string) => {
    const row = await readProduct(db, store, id);
    const problems = mayDo(role, 'catalog.edit') ? await problemsByProduct(db, store, [row]) : new Map();
    const waiting = await countWaiting(db, store, row.id);
    return toProduct(row, problems.get(row.id), waiting.get(row.id) ?? 0);
  };
  serve(app, 'POST /products/name', async ({ store, role, body: { id } }) => ({
    ...done,
    info: [await readOwn(store.id, role, id)],
  }));

  serve(app, 'GET /city/names', async ({ store }) => ({ ...done, cities: await citiesOf(db, store.id) }));

  serve(app, 'POST /products/create', async ({ store, caller, body }) => {
    const { id, warning } = await transaction(db, (tx) => createProduct(tx, store.id, caller, body));
    return { ...done, product: { _id: id, idProduct: id }, warning };
  });

  serve(
    app,
    'POST /products/edit/',
    async ({ store, caller, body }) => ({
      ...done,
      warning: await transaction(db, (tx) => editProduct(tx, store.id, caller, body)),
    }),
    async ({ store, role, body: { productId } }) => await readOwn(store.id, role, productId),
  );

  serve(app, 'POST /products/move', async ({ store, caller, body }) => {
    await transaction(db, (tx) => moveProduct(tx, store.id, caller, body));
    return done;
  });

  serve(app, 'POST /products/change', async ({ store, caller, body }) => ({
    ...done,
    ...(await transaction(db, (tx) => changeProducts(tx, store.id, caller, body))),
  }));

  serve(app, 'POST /products/change/preview', async ({ store, caller, body }) => ({
    ...done,
    ...(await previewChange(db, store.id, caller, body)),
  }));

  serve(app, 'DELETE /products/delete/:subdomain', async ({ store, caller, body: { productId } }) => {
    await transaction(db, (tx) => removeProduct(tx, store.id, caller, productId));
    return done;
  });
}
