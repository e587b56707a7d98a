import { isId } from '../../db/ids.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { requireOpen } from '../../http/door.ts';
import { Refusal } from '../../http/errors.ts';
import { serve } from '../../http/serve.ts';
import { subdomainOfHost } from '../../http/store.ts';
import { toProduct, toPublicProduct } from './product.ts';
import { findProduct, findProductAnywhere, listProducts } from './queries.ts';
import { createProduct, editProduct, removeProduct } from './save-product.ts';

const done = { success: true as const };

/** Products (SPEC.md section 7). The store's own people get a richer list from the same call. */
export async function productsRoutes(app: App, { config, db }: Deps): Promise<void> {
  serve(app, 'POST /products', async ({ store, role }) => {
    const rows = await listProducts(db, store.id);
    return { ...done, products: role ? rows.map(toProduct) : rows.map(toPublicProduct) };
  });

  serve(app, 'GET /products/:id', async ({ params: { id }, request }) => {
    if (!isId(id)) throw new Refusal('product_not_found');
    const subdomain = subdomainOfHost(request.headers.host, config.domain);
    const row = await findProductAnywhere(db, id, subdomain);
    if (!row) throw new Refusal('product_not_found');
    requireOpen(row);
    return { ...done, info: [toPublicProduct(row)] };
  });

  serve(app, 'POST /products/name', async ({ store, body: { id } }) => {
    const row = await findProduct(db, store.id, id);
    if (!row) throw new Refusal('product_not_found');
    return { ...done, info: [toProduct(row)] };
  });

  serve(app, 'POST /products/create', async ({ store, caller, body }) => {
    const id = await transaction(db, (tx) => createProduct(tx, store.id, caller, body));
    return { ...done, product: { _id: id, idProduct: id } };
  });

  serve(app, 'POST /products/edit/', async ({ store, caller, body }) => ({
    ...done,
    warning: await transaction(db, (tx) => editProduct(tx, store.id, caller, body)),
  }));

  serve(app, 'DELETE /products/delete/:subdomain', async ({ store, caller, body: { productId } }) => {
    await transaction(db, (tx) => removeProduct(tx, store.id, caller, productId));
    return done;
  });
}
