import { inflateSync } from 'node:zlib';
import type { PublicOrder } from '@vitrine/contract/orders';
import { describe, expect, it } from 'vitest';
import { drawable, drawReceipt } from './draw-receipt.ts';

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
    { name: 'VIP Ouro', quantity: 1, value: 49.9 },
    { name: 'Água (2) \u0000</b>) Tj ET \u202e😀', quantity: 2, value: 10 },
  ],
  note: null,
  withdrawUntil: null,
  store: { name: 'Cidade São João', subdomain: 'sj', url: 'http://sj.vitrine.localhost' },
  payment: null,
  deliveries: [],
};

/** Every text that the page draws, read back from its content streams. */
function textsOf(pdf: Buffer): string {
  const found: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7)) {
    const end = pdf.indexOf('endstream', at);
    try {
      const content = inflateSync(pdf.subarray(at + 7, end)).toString('latin1');
      found.push(
        ...[...content.matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => Buffer.from(hex ?? '', 'hex').toString('latin1')),
      );
    } catch {
      // not a compressed stream: a font or the document's description
    }
  }
  return found.join('');
}

describe('a receipt', () => {
  it('is a PDF with the order’s figures', async () => {
    const pdf = await drawReceipt(order, { name: 'João & Filhos', document: '12.345.678/0001-95' });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const text = textsOf(pdf);
    for (const part of ['1042', 'VIP Ouro', 'DESCONTO10', '53,91', '5,99', '12.345.678/0001-95']) {
      expect(text).toContain(part);
    }
  });

  it('draws hostile names as text', () => {
    expect(drawable('a\nb\u0000c\u202ed😀')).toBe('a b c d?');
    expect(drawable('Ação “x” × 2')).toBe('Ação “x” × 2');
  });

  it('goes on to another page when there are many items', async () => {
    const many = Array.from({ length: 50 }, (_, i) => ({
      name: `Item ${i} ${'muito longo '.repeat(8)}`,
      quantity: 1,
      value: 1,
    }));
    const pdf = await drawReceipt({ ...order, products: many }, {});
    expect(pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length).toBeGreaterThan(1);
  });
});
