import { ownPagePath } from '@vitrine/contract/own-page-address';
import type { PageServices, Tenant } from '@vitrine/contract/pages';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { medianDelivery } from '../features/analytics/delivery-pace.ts';
import { previewProduct } from '../features/catalog/preview-product.ts';
import { panelUrl, storeUrl } from '../features/stores/public-url.ts';
import { ownPages, storefrontStore } from '../features/stores/read-storefront-store.ts';
import { readPage, showPage } from '../features/window/pages/read-pages.ts';
import { showDocument } from '../features/window/read-window.ts';
import type { App } from '../http/app-type.ts';
import { Refusal } from '../http/errors.ts';
import { spenderOf } from '../http/network.ts';
import { serve } from '../http/serve.ts';
import type { createRenderBudget } from './render-budget.ts';

/** Draws a page of a store with some services replaced, as text without scripts. */
type DrawWith = (tenant: Tenant, path: string, own: Partial<PageServices>) => Promise<string>;

interface Drawing {
  draw: DrawWith;
  budget: Pick<ReturnType<typeof createRenderBudget>, 'take' | 'measure'>;
}

/**
 * Draws the real window of a store, a page of its own, or the page of a product, from what shoppers do not see. It is an answer of
 * the API for members who may edit it: it has no address of its own, is never kept, and costs the caller's budget of rendering.
 */
export async function pagePreviews(app: App, { config, db }: Deps, { draw, budget }: Drawing): Promise<void> {
  async function preview(
    { ip }: Pick<FastifyRequest, 'ip'>,
    subdomain: string,
    path: string,
    own: Partial<PageServices>,
  ): Promise<{ success: true; html: string }> {
    const seconds = budget.take(spenderOf(ip));
    if (seconds > 0) throw new Refusal('rate_limited', { retryAfter: seconds });
    const store = await storefrontStore(db, config, subdomain);
    if (!store) throw new Refusal('store_not_found');
    const tenant: Tenant = {
      kind: 'store',
      origin: storeUrl(config, subdomain),
      apexOrigin: panelUrl(config),
      // An owner builds the window before the store opens, so it is drawn as open, with the menu that it will have.
      store: { ...store, open: true, pages: await ownPages(db, store.id) },
    };
    return { success: true, html: await budget.measure(() => draw(tenant, path, own)) };
  }

  serve(app, 'POST /window/preview', ({ store: { id, subdomain }, body: { document }, request }) =>
    preview(request, subdomain, '/', {
      window: (_store, categories) => showDocument(db, id, document, categories),
    }),
  );

  serve(app, 'POST /pages/preview', async ({ store, body: { id, document }, request }) => {
    const { page } = await readPage(db, store.id, id);
    return await preview(request, store.subdomain, ownPagePath(page.slug), {
      ownPage: (_store, _slug, categories) => showPage(db, store.id, page, document, categories),
    });
  });

  serve(app, 'POST /products/preview', async ({ store, body, request }) => {
    const found = await previewProduct(db, store.id, body);
    return await preview(request, store.subdomain, `/products/${found.product.idProduct}`, {
      product: async () => ({ ...found, medianSeconds: await medianDelivery(db, store.id) }),
    });
  });
}
