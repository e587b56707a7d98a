import type { PublicDelivery, PublicOrder } from '@vitrine/contract/orders';
import { describe, expect, it } from 'vitest';
import { accountOf, endedHeadline } from './ending.ts';
import { isOver } from './timeline.ts';

const delivery = (part: Partial<PublicDelivery>): PublicDelivery => ({
  id: 'd',
  product: 'VIP',
  text: 'Grupo ouro',
  state: 'succeeded',
  phase: 'confirmation',
  resent: false,
  unconfirmed: false,
  message: null,
  hint: null,
  aftermath: null,
  dueAt: null,
  finishedAt: null,
  ...part,
});
const paid = (part: Partial<NonNullable<PublicOrder['paid']>> = {}): NonNullable<PublicOrder['paid']> => ({
  number: '1',
  at: '2026-11-21T12:00:00.000Z',
  value: 10,
  returned: 0,
  returnedAt: null,
  contested: false,
  ...part,
});
const item = { _id: 'v', name: 'VIP', quantity: 1, returned: 0, value: 10, options: [] };
const back = paid({ returned: 10, returnedAt: '2026-11-21T13:00:00.000Z' });

describe('a cancelled order', () => {
  it.each([
    ['nobody paid', null, [], 'Pedido cancelado', /^Sem o pagamento, nada é entregue\.$/],
    [
      'money on its way',
      paid(),
      [delivery({ state: 'cancelled' })],
      'Pedido cancelado',
      /O valor de R\$ 10,00 está sendo devolvido.* Nada foi entregue\./,
    ],
    ['money back', back, [delivery({})], 'Compra devolvida', /^R\$ 10,00 voltaram para quem pagou em .*banco\.$/],
    [
      'a part back',
      paid({ returned: 4 }),
      [],
      'Pedido cancelado',
      /^R\$ 4,00 voltaram para quem pagou\. Faltam R\$ 6,00\./,
    ],
    ['contested', { ...back, contested: true }, [delivery({})], 'Pagamento contestado', /^O banco devolveu R\$ 10,00/],
  ] as const)('%s', (_, money, deliveries, title, text) => {
    const told = endedHeadline({ paid: money, deliveries: [...deliveries], name: [item] });
    expect(told.title).toBe(title);
    expect(told.text).toMatch(text);
  });

  it('says "nothing was delivered" only when every item has a delivery and none may have arrived', () => {
    const says = (money: PublicOrder['paid'], name: PublicOrder['name'], ...states: PublicDelivery['state'][]) =>
      /nada (foi|é) entregue/i.test(
        endedHeadline({ paid: money, name, deliveries: states.map((state) => delivery({ state })) }).text,
      );
    expect(says(paid(), [item], 'cancelled', 'failed')).toBe(true);
    expect(says(null, [item])).toBe(true);
    for (const state of ['succeeded', 'uncertain', 'sent'] as const) {
      for (const money of [null, paid(), back]) expect(says(money, [item], 'cancelled', state)).toBe(false);
    }
    expect(says(back, [item])).toBe(false);
    expect(says(back, [item, { ...item, name: 'Camiseta' }], 'cancelled')).toBe(false);
  });

  it('says what nobody knows apart from what did not arrive, and what the buyer can do', () => {
    const rows = accountOf({
      paid: back,
      name: [item, { ...item, name: 'Camiseta' }],
      deliveries: [
        delivery({ id: 'a', state: 'uncertain' }),
        delivery({ id: 'b', state: 'uncertain' }),
        delivery({ id: 'c', state: 'sent' }),
        delivery({ id: 'd', phase: 'reversal', state: 'uncertain' }),
      ],
    });
    expect(rows.map(({ label, things }) => [label, things.length])).toEqual([
      ['Pago', 1],
      ['Não sabemos se chegou', 2],
      ['Enviado, ainda sem resposta', 1],
      ['Entregue pela própria loja', 1],
      ['Não sabemos se foi retirado', 1],
      ['Devolvido', 1],
    ]);
    expect(rows[1]?.advice).toMatch(/^Confira no jogo ou no Discord/);
    expect(new Set(rows[1]?.things.map(({ id }) => id)).size).toBe(2);
  });

  it('says once for each thing what happened to it', () => {
    const rows = accountOf({
      paid: back,
      name: [item],
      deliveries: [
        delivery({ finishedAt: '2026-11-21T12:01:00.000Z' }),
        delivery({ id: 'b', text: 'Carro', state: 'cancelled' }),
        delivery({ id: 'c', text: 'Retirar grupo ouro', phase: 'reversal', finishedAt: '2026-11-21T13:01:00.000Z' }),
        delivery({ id: 'e', text: 'Retirar moto', phase: 'reversal', state: 'queued' }),
        delivery({ id: 'f', text: 'Expira', phase: 'expiration', state: 'cancelled' }),
      ],
    });
    expect(rows.map(({ label, things }) => [label, things.length])).toEqual([
      ['Pago', 1],
      ['Entregue', 1],
      ['Não entregue', 1],
      ['Retirado', 1],
      ['Falta retirar', 1],
      ['Devolvido', 1],
    ]);
    expect(rows[3]?.things[0]?.text).toMatch(/^VIP: Retirar grupo ouro \(21\/11\/2026, 10:01\)$/);
    expect(accountOf({ paid: null, name: [item], deliveries: [] })).toEqual([]);
    const byRcon = accountOf({ paid: null, name: [item], deliveries: [delivery({ unconfirmed: true })] });
    expect(byRcon.map(({ label, things }) => [label, things.length])).toEqual([['Recebido pelo servidor', 1]]);
  });
});

describe('the page follows an order', () => {
  const over = (status: PublicOrder['status'], money: PublicOrder['paid'], ...deliveries: PublicDelivery[]) =>
    isOver({ status, paid: money, deliveries, withdrawal: null });

  it('until a cancelled one has its money back: a delivered order may still be refunded', () => {
    expect(over('completed', paid(), delivery({}))).toBe(false);
    expect(over('cancelled', paid())).toBe(false);
    expect(over('cancelled', back, delivery({ phase: 'reversal', state: 'queued' }))).toBe(false);
    expect(over('cancelled', back)).toBe(true);
  });

  it('while a late payment may still come for a cancelled one', () => {
    expect(over('cancelled', null)).toBe(false);
  });
});
