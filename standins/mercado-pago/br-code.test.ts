import { describe, expect, it } from 'vitest';
import { crc16, makeBrCode } from './br-code.ts';

/** Reads id, length and value groups to the end. Throws when a length does not fit. */
function read(text: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let at = 0; at < text.length; ) {
    const length = Number(text.slice(at + 2, at + 4));
    const value = text.slice(at + 4, at + 4 + length);
    if (!Number.isInteger(length) || value.length !== length) throw new Error(`broken at ${at}`);
    fields[text.slice(at, at + 2)] = value;
    at += 4 + length;
  }
  return fields;
}

describe('BR Code', () => {
  it.each([
    ['123456789', '29B1'],
    [
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304',
      '1D3D',
    ],
    [
      '00020101021226770014BR.GOV.BCB.PIX2555pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a995204000053039865802BR5907EMPRESA6009SAO PAULO62070503***6304',
      'EEAB',
    ],
  ])('has the CRC of the published example %s', (text, crc) => {
    expect(crc16(text)).toBe(crc);
  });

  it('is exactly the published example with an amount', () => {
    const key = '123e4567-e12b-12d3-a456-426655440000';
    const code = makeBrCode({ key, cents: 1000, name: 'Loja Teste', city: 'SAO PAULO', txid: 'PEDIDO123' });
    expect(code).toBe(
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d3-a456-426655440000520400005303986540510.005802BR5910Loja Teste6009SAO PAULO62130509PEDIDO1236304E80B',
    );
  });

  it('cuts and cleans names, and every length fits', () => {
    const code = makeBrCode({
      key: 'chave@example.com',
      cents: 1,
      name: 'Ação & Emoção 🚀 Comércio de Coisas Ltda',
      city: 'São José do Vale do Rio Preto',
      txid: 'com-traço-e-muito-mais-de-vinte-e-cinco-letras',
    });
    const fields = read(code);
    expect(fields['59']).toMatch(/^[\x20-\x7e]{1,25}$/);
    expect(fields['60']).toBe('Sao Jose do Val');
    expect(fields['54']).toBe('0.01');
    expect(read(fields['62'] ?? '')['05']).toMatch(/^[A-Za-z0-9]{25}$/);
    expect(fields['63']).toBe(crc16(code.slice(0, -4)));
  });
});
