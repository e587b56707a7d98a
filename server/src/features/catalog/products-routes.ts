import { ByStoreAndId, ProductCreate, ProductDelete, ProductEdit } from '@vitrine/contract/catalog';
import { StoreScope } from '@vitrine/contract/common';
import { z } from 'zod';
import { isId } from '../../db/ids.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { requireOpen, storeOf } from '../../http/door.ts';
import { Refusal } from '../../http/errors.ts';
import { subdomainOfHost } from '../../http/store.ts';
import { toProduct, toPublicProduct } from './product.ts';
import { findProduct, findProductAnywhere, listProducts } from './queries.ts';
import { createProduct, editProduct, removeProduct } from './save-product.ts';

/** Products (SPEC.md section 7). The same list is richer for the store's own people. */
export async function productsRoutes(app: App, { config, db }: Deps): Promise<void> {
  app.post(
    '/v1/products',
    { schema: { body: StoreScope }, config: { access: 'shopper', whileClosed: 'members' } },
    async (request) => {
      const rows = await listProducts(db, storeOf(request).id);
      return { success: true, products: rows.map(request.role ? toProduct : toPublicProduct) };
    },
  );

  app.get(
    '/v1/products/:id',
    { schema: { params: z.object({ id: z.string() }) }, config: { access: 'public', limit: 'lookUp' } },
    async (request) => {
      if (!isId(request.params.id)) throw new Refusal('product_not_found');
      const subdomain = subdomainOfHost(request.headers.host, config.domain);
      const row = await findProductAnywhere(db, request.params.id, subdomain);
      if (!row) throw new Refusal('product_not_found');
      requireOpen(row);
      return { success: true, info: [toPublicProduct(row)] };
    },
  );

  app.post(
    '/v1/products/name',
    { schema: { body: ByStoreAndId }, config: { access: 'store.read' } },
    async (request) => {
      const row = await findProduct(db, storeOf(request).id, request.body.id);
      if (!row) throw new Refusal('product_not_found');
      return { success: true, info: [toProduct(row)] };
    },
  );

  app.post(
    '/v1/products/create',
    { schema: { body: ProductCreate }, config: { access: 'catalog.edit' } },
    async (request) => {
      const id = await transaction(db, (tx) => createProduct(tx, storeOf(request).id, request.body));
      return { success: true, product: { _id: id, idProduct: id } };
    },
  );

  // SPEC.md writes this address with a slash at its end; both are served.
  for (const url of ['/v1/products/edit/', '/v1/products/edit']) {
    app.post(url, { schema: { body: ProductEdit }, config: { access: 'catalog.edit' } }, async (request) => {
      const warning = await transaction(db, (tx) => editProduct(tx, storeOf(request).id, request.body));
      return { success: true, warning };
    });
  }

  app.delete(
    '/v1/products/delete/:subdomain',
    {
      schema: { body: ProductDelete, params: z.object({ subdomain: z.string() }) },
      config: { access: 'catalog.edit' },
    },
    async (request) => {
      await transaction(db, (tx) => removeProduct(tx, storeOf(request).id, request.body.productId));
      return { success: true };
    },
  );
}
