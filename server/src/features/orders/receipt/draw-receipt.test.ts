import { inflateSync } from 'node:zlib';
import type { PublicOrder } from '@vitrine/contract/orders';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawReceipt } from './draw-receipt.ts';
import { drawable } from './paper.ts';

const order: PublicOrder = {
  _id: 'o',
  number: 1042,
  external_reference: 'a'.repeat(32),
  status: 'completed',
  date: '2026-11-21T12:00:00.000Z',
  value: 59.9,
  discount: 5.99,
  finalvalue: 53.91,
  coupon: 'DESCONTO10',
  paymentMethod: 'pix',
  name: [],
  products: [
    { name: 'VIP Ouro', quantity: 1, returned: 0, value: 49.9, options: [] },
    { name: 'Água (2) \u0000</b>) Tj ET \u202e😀', quantity: 2, returned: 0, value: 10, options: [] },
  ],
  note: null,
  buyer: { name: null, ids: [] },
  nameShown: null,
  correctable: [],
  withdrawUntil: null,
  withdrawal: null,
  store: { name: 'Cidade São João', subdomain: 'sj', url: 'http://sj.vitrine.localhost' },
  payment: null,
  paid: null,
  deliveries: [],
  handover: 'by_hand',
};

/** What a receipt's pages draw, read from their content streams: the texts, and the operators around them. */
function read(pdf: Buffer): { text: string; operators: string[] } {
  const pages: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7)) {
    const end = pdf.indexOf('endstream', at);
    try {
      pages.push(inflateSync(pdf.subarray(at + 7, end)).toString('latin1'));
    } catch {
      // not a compressed stream: a font or the document's description
    }
  }
  const content = pages.join('\n');
  const words = new TextDecoder('windows-1252');
  const drawn = [...content.matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => words.decode(Buffer.from(hex ?? '', 'hex')));
  const operators = content.replace(/<[0-9a-f]*>/g, '').match(/(?<![\w/.])[A-Za-z*']+/g) ?? [];
  return { text: drawn.join(''), operators: [...new Set(operators)].sort() };
}

const withItems = (...names: string[]) =>
  drawReceipt(
    { ...order, products: names.map((name) => ({ name, quantity: 1, returned: 0, value: 1, options: [] })) },
    {},
  );
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length;

describe('a receipt', () => {
  it('tells payment, buyer and refund, and draws the mark of the store', async () => {
    const paid = {
      number: '1312',
      at: '2026-11-21T12:01:00.000Z',
      value: 53.91,
      returned: 0,
      returnedAt: null,
      contested: false,
    };
    const texts = async (part: Partial<PublicOrder>) => read(await drawReceipt({ ...order, ...part }, {})).text;
    expect(await texts({ paid })).toContain('Pago em 21/11/2026, 09:01, pagamento nº 1312');
    expect(await texts({ paid, status: 'cancelled' })).toContain('O valor está sendo devolvido.');
    const back = { ...paid, returned: 53.91, returnedAt: '2026-11-22T12:00:00.000Z' };
    const told = (await texts({ paid: back, status: 'cancelled' })).replaceAll('\u00a0', ' ');
    expect(told).toContain('Devolvido: R$ 53,91 em 22/11/2026, 09:00');
    expect(told).toContain('Total pago');
    expect(told).not.toContain('sendo devolvido');
    const mark = await sharp({ create: { width: 160, height: 80, channels: 3, background: '#7c3aed' } })
      .png()
      .toBuffer();
    const pdf = await drawReceipt(order, {}, { buyer: ['Comprador: Jo** Si***'], mark });
    expect(read(pdf).text).toContain('Comprador: Jo** Si***');
    expect(pdf.toString('latin1')).toContain('/Subtype /Image');
    expect(pdf.length).toBeLessThan(100_000);
  });

  it('is a PDF with the order’s figures', async () => {
    const pdf = await drawReceipt(order, { name: 'João & Filhos', document: '12.345.678/0001-95' });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.subarray(-6).toString()).toBe('%%EOF\n');
    const { text } = read(pdf);
    for (const part of [
      'Cidade São João',
      'João & Filhos',
      'CNPJ 12.345.678/0001-95',
      'Comprovante do pedido nº 1042',
      'Feito em 21/11/2026, 09:00',
      'Situação: Concluído   •   Pagamento: Pix',
      '1 × VIP OuroR$ 49,90',
      '2 × Água (2) </b>) Tj ETR$ 10,00',
      'SubtotalR$ 59,90',
      'Desconto (cupom DESCONTO10)- R$ 5,99',
      'Total pagoR$ 53,91',
      `http://sj.vitrine.localhost/pedido/${order.external_reference}`,
    ]) {
      expect(text.replaceAll('\u00a0', ' ')).toContain(part);
    }
  });

  it.each([
    ['words of a PDF', ') Tj ET (x) BT <</Type /Page>> endobj %%EOF', ') Tj ET (x) BT <</Type /Page>> endobj %%EOF'],
    ['signs that escape', 'a\\n \\) ((( <41>', 'a\\n \\) ((( <41>'],
    ['control signs', 'a\nb\u0000c', 'a b c'],
    ['marks of direction', 'abc\u202e\u2066dfx\u2069\u200f', 'abcdfx'],
    ['another alphabet', 'VIP גרסה', 'VIP ????'],
    ['pictures', '💎 VIP 🔥 1️⃣', 'VIP 1'],
    ['nothing but pictures', '👨‍👩‍👧‍👦🇧🇷', '?'],
    ['fancy letters', '𝐕𝐈𝐏 Ｏｕｒｏ', 'VIP Ouro'],
    ['our own signs', 'Ação “x” × 2 – 1ª ½ €', 'Ação “x” × 2 – 1ª ½ €'],
  ])('draws a name with %s as text', async (_, name, drawn) => {
    expect(drawable(name)).toBe(drawn);
    const { text, operators } = read(await withItems(name));
    expect(text).toContain(`1 × ${drawn}R$`);
    expect(operators).toEqual(read(await withItems('VIP Ouro')).operators);
  });

  it('breaks a name without a space, of any length, and keeps its price beside it', async () => {
    const pdf = await withItems('X'.repeat(5000), 'VIP Ouro');
    const { text } = read(pdf);
    expect(text.match(/X/g)).toHaveLength(5000);
    expect(text).toContain('1 × VIP OuroR$');
  });

  it('goes on to another page when there are many items', async () => {
    const pdf = await withItems(...Array.from({ length: 50 }, (_, i) => `Item ${i} ${'muito longo '.repeat(8)}`));
    expect(pagesOf(pdf)).toBeGreaterThan(1);
    const { text } = read(pdf);
    for (let i = 0; i < 50; i += 1) expect(text).toContain(`Item ${i} `);
  });
});
