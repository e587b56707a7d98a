import { formatDateTime } from '@vitrine/contract/dates';
import { formatReais } from '@vitrine/contract/money';
import { lineName } from '@vitrine/contract/option-words';
import { orderStatusTexts, type PublicOrder, paymentMethodTexts } from '@vitrine/contract/orders';
import type { LegalData } from '@vitrine/contract/stores';
import { drawable, INK, labelled, MARGIN, QUIET, startPaper, WIDTH } from './paper.ts';

/** What happened to an order's money and when, one line each. */
function moneyLines({ paid, status }: PublicOrder): string[] {
  if (!paid) return [];
  const lines = [`Pago em ${formatDateTime(paid.at)}${paid.number ? `, pagamento nº ${paid.number}` : ''}`];
  if (paid.returned > 0) {
    const when = paid.returnedAt ? ` em ${formatDateTime(paid.returnedAt)}` : '';
    lines.push(`${paid.contested ? 'Devolvido pelo banco' : 'Devolvido'}: ${formatReais(paid.returned)}${when}`);
  } else if (status === 'cancelled') lines.push('O valor está sendo devolvido.');
  return lines;
}

/** Side of the store's mark on paper, points. */
const MARK = 40;

interface Extras {
  /** Who bought, and for whom, one line each. */
  buyer?: readonly string[];
  /** The store's mark, a PNG. */
  mark?: Buffer | undefined;
}

/** The receipt of an order as a PDF of one page or more: seller, buyer, items, discount, total, and what happened to the money. */
export async function drawReceipt(
  order: PublicOrder,
  seller: Partial<LegalData>,
  { buyer = [], mark }: Extras = {},
): Promise<Buffer> {
  const { pdf, rule, row, end } = startPaper({
    title: `Comprovante do pedido ${order.number}`,
    author: order.store.name,
  });
  if (mark) pdf.image(mark, MARGIN + WIDTH - MARK, MARGIN, { fit: [MARK, MARK], align: 'right' });
  pdf
    .font('Helvetica-Bold')
    .fontSize(20)
    .fillColor(INK)
    .text(drawable(order.store.name), { width: mark ? WIDTH - MARK - 16 : WIDTH });
  pdf.font('Helvetica').fontSize(10).fillColor(QUIET);
  const identity = [seller.name, labelled(seller.document), seller.address, seller.contact].filter((one) =>
    one?.trim(),
  );
  for (const line of identity) pdf.text(drawable(line ?? ''));
  pdf.moveDown(1.5);
  pdf.font('Helvetica-Bold').fontSize(14).fillColor(INK).text(`Comprovante do pedido nº ${order.number}`);
  pdf.font('Helvetica').fontSize(10).fillColor(QUIET);
  pdf.text(`Feito em ${formatDateTime(order.date)}`);
  const method = order.paymentMethod === 'manual' ? 'Entrega manual' : paymentMethodTexts[order.paymentMethod];
  const inPart = order.status === 'completed' && (order.paid?.returned ?? 0) > 0 ? ', reembolsado em parte' : '';
  pdf.text(`Situação: ${orderStatusTexts[order.status]}${inPart}   •   Pagamento: ${method}`);
  for (const line of [...moneyLines(order), ...buyer]) pdf.text(drawable(line));
  pdf.text(`Referência: ${order.external_reference}`);
  pdf.moveDown(1);

  rule();
  for (const item of order.products) {
    const back =
      item.returned === 0 ? '' : item.returned === item.quantity ? ' (devolvido)' : ` (${item.returned} devolvido)`;
    row(`${item.quantity} × ${drawable(lineName(item.name, item.options))}${back}`, formatReais(item.value));
  }
  rule();
  if (order.discount > 0) {
    row('Subtotal', formatReais(order.value));
    row(order.coupon ? `Desconto (cupom ${order.coupon})` : 'Desconto', `- ${formatReais(order.discount)}`);
  }
  row(order.status === 'completed' || order.paid ? 'Total pago' : 'Total', formatReais(order.finalvalue), true);
  if (inPart) row('Devolvido', `- ${formatReais(order.paid?.returned ?? 0)}`);
  const ends = order.deliveries.flatMap(({ product, aftermath }) =>
    aftermath ? [`${product}: ${aftermath.text}`] : [],
  );
  if (ends.length > 0) {
    pdf.moveDown(1);
    pdf.font('Helvetica-Bold').fontSize(11).fillColor(INK).text('Fim da compra');
    pdf.font('Helvetica').fontSize(10).fillColor(QUIET);
    for (const text of new Set(ends)) pdf.text(drawable(text));
  }
  pdf.moveDown(1);
  pdf.font('Helvetica').fontSize(9).fillColor(QUIET);
  pdf.text('Este comprovante não substitui a nota fiscal. Você pode desistir da compra em até 7 dias (CDC, art. 49).');
  pdf.text(`Acompanhe a entrega em ${order.store.url}/pedido/${order.external_reference}`);
  return await end();
}
