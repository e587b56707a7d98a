import { expect, test } from 'vitest';
import { aftermathOfMoney } from './aftermath.ts';
import { type Ended, tellAftermath } from './tell-aftermath.ts';

const told = (part: Partial<Ended>) =>
  tellAftermath({ target: 'fivem', state: 'succeeded', code: 'ok', args: {}, aftermath: null, ...part });
const text = (part: Partial<Ended>) => told(part)?.text;

test('each end of a purchase is one sentence about what went, one about what stays and one about what is owed', () => {
  const both = { taken: 'ouro', stays: 'prata', by: 'purchase' } as const;
  expect(told({ aftermath: both })).toEqual({
    text: 'Retirado: ouro. Ficou com o jogador: prata, porque outra compra ainda está paga.',
    taken: 'ouro',
    stays: 'prata',
    by: 'purchase',
    takenMoney: null,
    owed: null,
  });
  expect(text({ aftermath: { taken: 'ouro' } })).toBe('Retirado: ouro.');
  expect(told({ code: 'not_owned', aftermath: { taken: 'ouro' } })).toMatchObject({
    text: 'Nada a retirar: ouro já não estava com o jogador.',
    taken: null,
  });
  expect(text({ state: 'cancelled', code: 'kept', aftermath: { stays: 'ouro', by: 'prior' } })).toBe(
    'Ficou com o jogador: ouro, que já estava lá antes da compra.',
  );
  expect(text({ aftermath: { takenMoney: 300, owed: 70_000 } })).toBe(
    'Retirado: R$ 300 na cidade. Falta devolver R$ 70.000 na cidade.',
  );
  expect(told({ aftermath: { takenMoney: 300, owed: 0 } })).toMatchObject({
    text: 'Retirado: R$ 300 na cidade.',
    owed: null,
  });
});

test('what was cancelled before it went out took nothing, whatever was decided for an earlier attempt', () => {
  const cancelled = { state: 'cancelled', code: 'covered', args: { group: 'ouro' }, aftermath: { taken: 'ouro' } };
  expect(told(cancelled)).toMatchObject({ taken: null, stays: 'ouro', by: 'purchase' });
  expect(told({ ...cancelled, args: { roleId: '1', roleName: 'VIP' }, aftermath: null })?.stays).toBe('VIP');
  expect(told({ ...cancelled, code: 'cancelled' })).toBeNull();
});

test.each(['queued', 'sent', 'failed', 'uncertain'])(
  'a removal that is %s has taken nothing that anybody knows',
  (state) => {
    expect(told({ state, code: null, aftermath: { taken: 'ouro' } })).toBeNull();
  },
);

test('a debt is open while its delivery failed, and over when a person says that it was paid or cancels it', () => {
  const aftermath = aftermathOfMoney(1000, { status: 'failed', code: 'insufficient_funds' }) ?? null;
  expect(told({ state: 'failed', code: 'insufficient_funds', aftermath })).toMatchObject({
    text: 'Falta devolver R$ 1.000 na cidade.',
    owed: 1000,
  });
  expect(told({ code: 'by_person', aftermath })).toMatchObject({
    text: 'A dívida de R$ 1.000 na cidade foi acertada com a loja.',
    owed: null,
  });
  expect(told({ state: 'cancelled', code: 'cancelled', aftermath })).toMatchObject({
    text: 'A loja perdoou a dívida de R$ 1.000 na cidade.',
    owed: null,
  });
  expect(text({ aftermath: { takenMoney: 300, owed: 700, closed: 'forgiven' } })).toBe(
    'Retirado: R$ 300 na cidade. A loja perdoou a dívida de R$ 700 na cidade.',
  );
});

test('a removal never counts more than it asked for, and a script that reports no balance makes no debt', () => {
  const took = (detail: unknown) => aftermathOfMoney(1000, { status: 'succeeded', code: 'ok', detail });
  // The player spent 500 in the same moment.
  expect(took({ before: 5000, after: 3500 })).toEqual({ takenMoney: 1000, owed: 0 });
  expect(took({ before: -50, after: -50 })).toEqual({ takenMoney: 0, owed: 1000 });
  for (const nonsense of [undefined, {}, { before: '1', after: 0 }, { before: 1.5, after: 0 }]) {
    expect(took(nonsense)).toEqual({});
  }
  expect(aftermathOfMoney(1000, { status: 'deferred', code: 'player_offline' })).toBeUndefined();
});
