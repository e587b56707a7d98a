import type { LegalData } from '@vitrine/contract/stores';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { Refusal } from '../../../http/errors.ts';
import { serve } from '../../../http/serve.ts';
import { subdomainOfHost } from '../../../http/store.ts';
import { legalDataOf } from '../queries.ts';
import { publicOrder } from '../read-public-order.ts';
import { drawReceipt } from './draw-receipt.ts';

/** The buyer's receipt: anybody with the order's reference may download it; on a store's host only that store's. */
export async function receiptRoutes(app: App, { config, db }: Deps): Promise<void> {
  serve(app, 'GET /order/:reference/receipt', async ({ params, request, reply }) => {
    const order = await publicOrder(db, config, params.reference);
    const subdomain = subdomainOfHost(request.headers.host, config.domain);
    if (!order || (subdomain !== undefined && order.store.subdomain !== subdomain)) {
      throw new Refusal('order_not_found');
    }
    const seller: Partial<LegalData> = await legalDataOf(db, order.store.subdomain);
    const pdf = await drawReceipt(order, seller);
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `attachment; filename="comprovante-${order.number}.pdf"`)
      .header('x-robots-tag', 'noindex')
      .send(pdf);
  });
}
