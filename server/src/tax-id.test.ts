import { expect, test } from 'vitest';
import { readTaxId } from './tax-id.ts';

test.each([
  ['529.982.247-25', { kind: 'CPF', number: '529.982.247-25' }],
  ['52998224725', { kind: 'CPF', number: '529.982.247-25' }],
  ['11222333000181', { kind: 'CNPJ', number: '11.222.333/0001-81' }],
  [' 11.222.333/0001-81 ', { kind: 'CNPJ', number: '11.222.333/0001-81' }],
  // the example of Receita Federal for numbers with letters
  ['12.ABC.345/01DE-35', { kind: 'CNPJ', number: '12.ABC.345/01DE-35' }],
  ['12abc34501de35', { kind: 'CNPJ', number: '12.ABC.345/01DE-35' }],
])('%s is a tax number', (text, read) => {
  expect(readTaxId(text)).toEqual(read);
});

test.each([
  ['a wrong check digit of a CPF', '529.982.247-26'],
  ['a wrong check digit of a CNPJ', '11.222.333/0001-82'],
  ['a wrong check digit of a CNPJ with letters', '12.ABC.345/01DE-36'],
  ['eleven equal digits', '111.111.111-11'],
  ['fourteen equal digits', '00.000.000/0000-00'],
  ['letters as check digits', '12.ABC.345/01DE-3A'],
  ['a letter that is none of ASCII', '1Á222333000181'],
  ['markup', '<b>52998224725</b>'],
  ['nothing', ''],
])('%s is no tax number', (_name, text) => {
  expect(readTaxId(text)).toBeUndefined();
});
