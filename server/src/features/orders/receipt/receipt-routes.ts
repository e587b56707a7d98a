import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { Refusal } from '../../../http/errors.ts';
import { serve } from '../../../http/serve.ts';
import { subdomainOfHost } from '../../../http/store.ts';
import { makeReceipt } from './make-receipt.ts';

/** The buyer's receipt: anybody with the order's reference may download it; on a store's host only that store's. */
export async function receiptRoutes(app: App, deps: Deps): Promise<void> {
  serve(app, 'GET /order/:reference/receipt', async ({ params, request, reply }) => {
    const made = await makeReceipt(deps, params.reference, 'masked');
    const subdomain = subdomainOfHost(request.headers.host, deps.config.domain);
    if (!made || (subdomain !== undefined && made.order.store.subdomain !== subdomain)) {
      throw new Refusal('order_not_found');
    }
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `attachment; filename="comprovante-${made.order.number}.pdf"`)
      .header('x-robots-tag', 'noindex')
      .send(made.pdf);
  });
}
