import { formatReais } from '@vitrine/contract/money';
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

const dateTime = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

/** The receipt of an order as a PDF of one page or more: seller, items, discount, total, and how it was paid. */
export async function drawReceipt(order: PublicOrder, seller: Partial<LegalData>): Promise<Buffer> {
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

  pdf.font('Helvetica-Bold').fontSize(20).fillColor(INK).text(drawable(order.store.name));
  pdf.font('Helvetica').fontSize(10).fillColor(QUIET);
  const identity = [seller.name, seller.document, seller.address, seller.contact].filter((one) => one?.trim());
  for (const line of identity) pdf.text(drawable(line ?? ''));
  pdf.moveDown(1.5);
  pdf.font('Helvetica-Bold').fontSize(14).fillColor(INK).text(`Comprovante do pedido nº ${order.number}`);
  pdf.font('Helvetica').fontSize(10).fillColor(QUIET);
  pdf.text(`Feito em ${dateTime.format(new Date(order.date))}`);
  const method = order.paymentMethod === 'manual' ? 'Entrega manual' : paymentMethodTexts[order.paymentMethod];
  pdf.text(`Situação: ${orderStatusTexts[order.status]}   •   Pagamento: ${method}`);
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
  for (const item of order.products) row(`${item.quantity} × ${drawable(item.name)}`, formatReais(item.value));
  rule();
  if (order.discount > 0) {
    row('Subtotal', formatReais(order.value));
    row(order.coupon ? `Desconto (cupom ${order.coupon})` : 'Desconto', `- ${formatReais(order.discount)}`);
  }
  row(order.status === 'completed' ? 'Total pago' : 'Total', formatReais(order.finalvalue), true);
  pdf.moveDown(1);
  pdf.font('Helvetica').fontSize(9).fillColor(QUIET);
  pdf.text('Este comprovante não substitui a nota fiscal. Você pode desistir da compra em até 7 dias (CDC, art. 49).');
  pdf.text(`Acompanhe a entrega em ${order.store.url}/pedido/${order.external_reference}`);
  pdf.end();
  return await finished;
}
