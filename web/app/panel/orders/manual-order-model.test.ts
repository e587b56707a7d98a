import type { Product } from '@vitrine/contract/catalog';
import type { ProductOption } from '@vitrine/contract/product-options';
import type { Variable } from '@vitrine/contract/variables';
import { describe, expect, it } from 'vitest';
import { kindsAsked } from './asked-kinds.ts';
import {
  blankLine,
  blankOrder,
  knownLines,
  type ManualLine,
  manualBody,
  manualProblems,
  orderAgain,
  questionsOf,
} from './manual-order-model.ts';

const question = (name: string, part: Partial<Extract<Variable, { kind: 'question' }>> = {}): Variable => ({
  _id: name,
  kind: 'question',
  name,
  label: `${name}?`,
  answer: 'text',
  choices: [],
  required: true,
  products: [],
  usedBy: [],
  version: 1,
  ...part,
});
const variables: Variable[] = [
  { _id: 'c', kind: 'constant', name: 'grupo', value: 'vip', usedBy: [], version: 1 },
  question('placa', { products: ['carro'] }),
  question('cor', { required: false }),
];
const filled = {
  ...blankOrder(),
  clientId: 7,
  discordId: '391822001983488001',
  reason: 'Prêmio',
  lines: [{ ...blankLine(0), id: 'carro' }],
};
const asked = questionsOf(variables, filled.lines);

describe('the form of a manual order', () => {
  it('asks the questions of the chosen products, and none before one is chosen', () => {
    expect(asked.map(({ name }) => name)).toEqual(['placa', 'cor']);
    expect(questionsOf(variables, [{ ...blankLine(0), id: 'vip' }]).map(({ name }) => name)).toEqual(['cor']);
    expect(questionsOf(variables, blankOrder().lines)).toEqual([]);
  });

  it('asks for the ids of the servers that the goods go to', () => {
    const servers = [
      { id: 's1', game: 'fivem' as const, identity: 'citizen_id' as const },
      { id: 's2', game: 'fivem' as const, identity: 'city_id' as const },
    ];
    const goods = (...named: (string | undefined)[]) =>
      [{ _id: 'carro', fiveMActions: named.map((server) => ({ server })) }] as unknown as Product[];
    const kinds = (products: Product[], chosen = '') => kindsAsked(products, filled.lines, servers, chosen);
    expect(kinds(goods(undefined))).toEqual(['citizen_id']);
    expect(kinds(goods('s2'))).toEqual(['city_id']);
    expect(kinds(goods('all'))).toEqual(['city_id', 'citizen_id']);
    expect(kinds(goods('buyer'), 's2')).toEqual(['city_id']);
    expect(kinds(goods())).toEqual(['citizen_id']);
    expect(kindsAsked([], filled.lines, [], '')).toEqual(['city_id']);

    const answers = { placa: 'A' };
    const empty = manualBody({ ...filled, answers }, asked, 'porto', ['citizen_id']);
    expect(empty.clientId).toBeUndefined();
    expect(manualProblems(empty, asked, false, ['citizen_id'])).toEqual({
      'identities.citizen_id': 'Preencha: Citizen ID.',
    });
    const wrong = manualBody({ ...filled, answers, identities: { citizen_id: "x'; --" } }, asked, 'porto', [
      'citizen_id',
    ]);
    expect(Object.keys(manualProblems(wrong, asked, false, ['citizen_id']))).toEqual(['identities.citizen_id']);
    const right = manualBody({ ...filled, answers, identities: { citizen_id: ' abc12345 ' } }, asked, 'porto', [
      'citizen_id',
    ]);
    expect(right.identities).toEqual([{ kind: 'citizen_id', value: 'abc12345' }]);
    expect(manualProblems(right, asked, false, ['citizen_id'])).toEqual({});
  });

  it('shows a missing required answer at its own field', () => {
    const body = manualBody({ ...filled, answers: { placa: '  ' } }, asked, 'porto');
    expect(manualProblems(body, asked)).toEqual({ 'variables.placa': 'Responda às perguntas obrigatórias.' });
  });

  it('sends trimmed answers to the asked questions, and nothing empty', () => {
    const body = manualBody(
      { ...filled, name: ' ', answers: { placa: ' ABC1D23 ', cor: '', old: 'x' } },
      asked,
      'porto',
    );
    expect(body).toEqual({
      subdomain: 'porto',
      clientId: 7,
      discordId: '391822001983488001',
      reason: 'Prêmio',
      idProducts: [{ id: 'carro', quantity: 1, options: {} }],
      variables: { placa: 'ABC1D23' },
    });
    expect(manualProblems(body, asked)).toEqual({});
  });

  it('names every missing field of an empty form', () => {
    const problems = manualProblems(manualBody(blankOrder(), [], 'porto'), []);
    expect(problems).toEqual({
      clientId: 'Por favor, preencha o ID da Cidade e o ID do Discord.',
      discordId: 'Por favor, preencha o ID da Cidade e o ID do Discord.',
      idProducts: 'Escolha pelo menos um produto.',
      reason: 'Informe o motivo.',
    });
  });

  it('shows a missing option at its field, in the place of its line', () => {
    const options: ProductOption[] = [
      { name: 'placa', label: 'Placa', kind: 'plate', required: true, min: null, max: null, choices: [] },
    ];
    const lines = [
      blankLine(0),
      { ...blankLine(1), id: 'carro' },
      { ...blankLine(2), id: 'carro', options: { placa: ' abc12d34 ' } },
    ];
    const body = manualBody({ ...filled, lines }, [], 'porto');
    expect(body.idProducts.map((line) => line.options)).toEqual([{}, { placa: ' abc12d34 ' }]);
    expect(manualProblems(body, [], false, ['city_id'], [{ _id: 'carro', options }])).toEqual({
      'idProducts.0.options.placa': 'Preencha: Placa.',
    });
  });

  it('starts from an earlier order: its player, one unit of the product, no reason, and a key of its own', () => {
    const item = { _id: 'i', productId: 'vip', name: 'VIP', quantity: 3, returned: 0, value: 30, options: [] };
    const earlier = {
      name: [{ ...item, name: 'Carro', productId: 'carro' }, item],
      identities: [
        { kind: 'city_id' as const, value: '17' },
        { kind: 'minecraft_name' as const, value: 'Notch' },
      ],
      discordId: '391822001983488001',
      customerName: null,
      email: 'ana@exemplo.com.br',
    };
    const again = orderAgain(earlier, 'VIP');
    expect(again).toMatchObject({
      clientId: 17,
      identities: { minecraft_name: 'Notch' },
      discordId: '391822001983488001',
      name: '',
      email: 'ana@exemplo.com.br',
      reason: '',
      lines: [{ ...blankLine(0), id: 'vip' }],
    });
    expect(again.key).not.toBe(orderAgain(earlier, 'VIP').key);
    expect(orderAgain({ ...earlier, name: [{ ...item, productId: null }] }, 'VIP').lines).toEqual([blankLine(0)]);
  });

  it('forgets the products of a draft that are gone, with their answers', () => {
    const lines: ManualLine[] = [
      { ...blankLine(0), id: 'vip', quantity: 2, options: { cor: 'azul' } },
      { ...blankLine(1), id: 'carro', quantity: 3, options: { placa: 'ABC' } },
    ];
    expect(knownLines(lines, [{ _id: 'vip' }])).toEqual([lines[0], { ...blankLine(1), quantity: 3 }]);
  });
});
