import { formatDateTime } from '@vitrine/contract/dates';
import { formatReais } from '@vitrine/contract/money';
import { lineName } from '@vitrine/contract/option-words';
import { orderStatusTexts, type PublicOrder, paymentMethodTexts } from '@vitrine/contract/orders';
import type { LegalData } from '@vitrine/contract/stores';
import PDFDocument from 'pdfkit';

const MARGIN = 56;
const WIDTH = 595.28 - 2 * MARGIN;
const INK = '#16161d';
const QUIET = '#5f6270';
const LINE = '#d9dae0';
const VALUE_WIDTH = 110;

/** Signs that the built-in font has. */
const DRAWN = /^[\u0020-\u007e\u00a0-\u00ff–—•“”‘’€×]+$/;
const PICTURE = /\p{Extended_Pictographic}|\p{Emoji_Component}/u;

/**
 * A sign as the font can draw it: fancy letters become plain (`𝐕𝐈𝐏`), pictures disappear, other alphabets become '?'.
 */
function drawnSign(sign: string): string {
  const plain = sign.normalize('NFKC');
  if (DRAWN.test(plain)) return plain;
  return PICTURE.test(sign) ? '' : '?';
}

/**
 * Text that the built-in font can draw, on one line. What a shopper or owner typed stays text and cannot break the
 * page. A text of pictures only becomes '?'.
 */
export function drawable(text: string): string {
  const drawn = text
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\p{Cf}+/gu, '')
    .replace(/[^\u0020-\u007e\u00a0-\u00ff]/gu, drawnSign)
    .replace(/ +/g, ' ')
    .trim();
  return drawn || (text.trim() && '?');
}

/** A CPF or CNPJ with its label, by the number of its digits. */
function labelled(document: string | undefined): string | undefined {
  if (!document?.trim()) return undefined;
  return `${document.replace(/\D/g, '').length === 14 ? 'CNPJ' : 'CPF'} ${document}`;
}

/** What of an order's money happened when, one line each. */
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
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: `Comprovante do pedido ${order.number}`, Author: drawable(order.store.name), Creator: 'Vitrine' },
    lang: 'pt-BR',
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
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

  const rule = () => {
    pdf
      .moveTo(MARGIN, pdf.y)
      .lineTo(MARGIN + WIDTH, pdf.y)
      .lineWidth(0.7)
      .strokeColor(LINE)
      .stroke();
    pdf.moveDown(0.6);
  };
  const row = (label: string, value: string, bold = false) => {
    pdf
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(bold ? 13 : 11)
      .fillColor(INK);
    const text = drawable(label);
    const height = pdf.heightOfString(text, { width: WIDTH - VALUE_WIDTH });
    if (pdf.y + height > pdf.page.height - MARGIN) pdf.addPage();
    const top = pdf.y;
    pdf.text(text, MARGIN, top, { width: WIDTH - VALUE_WIDTH });
    pdf.text(value, MARGIN + WIDTH - VALUE_WIDTH, top, { width: VALUE_WIDTH, align: 'right' });
    pdf.x = MARGIN;
    pdf.y = top + height + 6;
  };

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
  pdf.end();
  return await finished;
}
