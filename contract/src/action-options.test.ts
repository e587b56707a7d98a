import { expect, test } from 'vitest';
import { delayText, optionWords } from './action-options.ts';
import { benefitsOf } from './action-text.ts';
import { type Action, actionTexts, DiscordAction, FivemAction } from './actions.ts';
import { limits } from './limits.ts';

const money = { type: 'add_money', executionTiming: 'on_confirmation', amount: 5 } as const;
const role = { type: 'add_role', executionTiming: 'on_confirmation', roleId: '123456789012345678' } as const;
const at = (action: object) =>
  FivemAction.safeParse(action).error?.issues.map(({ path, message }) => [path[0], message]);

test('an action without options is stored as it always was', () => {
  expect(FivemAction.parse(money)).toEqual(money);
  expect(DiscordAction.parse(role)).toEqual(role);
});

test('options are kept, a delay up to 30 days', () => {
  const all = { ...money, delayMinutes: limits.actionDelayMinutesMax, onlyOnline: true, oncePerOrder: true };
  expect(FivemAction.parse(all)).toEqual(all);
  expect(FivemAction.parse({ ...money, delayMinutes: '90' })).toEqual({ ...money, delayMinutes: 90 });
  expect(DiscordAction.parse({ ...role, delayMinutes: 60 })).toEqual({ ...role, delayMinutes: 60 });
});

test.each([
  -1,
  43_201,
  1.5,
  '-1',
  '1e3',
  ' 5',
  '99999999999',
  null,
  true,
  [],
  {},
  Number.NaN,
  Number.POSITIVE_INFINITY,
])('a delay of %j is refused at its field', (delayMinutes) => {
  expect(at({ ...money, delayMinutes })).toEqual([['delayMinutes', actionTexts.delay]]);
  expect(DiscordAction.safeParse({ ...role, delayMinutes }).success).toBe(false);
});

test.each(['true', 1, null, []])('%j is no answer to a yes or no', (value) => {
  expect(at({ ...money, onlyOnline: value })?.[0]?.[0]).toBe('onlyOnline');
  expect(at({ ...money, oncePerOrder: value })?.[0]?.[0]).toBe('oncePerOrder');
});

test('what comes at the end of the purchase has no delay', () => {
  const end = { ...money, type: 'remove_money', executionTiming: 'on_expiration' };
  expect(at({ ...end, delayMinutes: 5 })).toEqual([['delayMinutes', actionTexts.delayTiming]]);
  expect(at({ ...end, delayMinutes: 0 })).toBeUndefined();
  expect(DiscordAction.safeParse({ ...role, executionTiming: 'on_expiration', delayMinutes: 5 }).success).toBe(false);
});

test('only what multiplies can be limited to once per order, and only a city has players in it', () => {
  const group = { type: 'add_group', executionTiming: 'on_confirmation', groupName: 'vip' } as const;
  expect(FivemAction.parse({ ...group, oncePerOrder: true })).toEqual(group);
  expect(DiscordAction.parse({ ...role, onlyOnline: true, oncePerOrder: true })).toEqual(role);
});

test('options in words', () => {
  expect([1, 60, 90, 120, 1440, 43_200].map(delayText)).toEqual([
    '1 minuto',
    '1 hora',
    '90 minutos',
    '2 horas',
    '1 dia',
    '30 dias',
  ]);
  const action: Action = { target: 'fivem', ...money, delayMinutes: 120, onlyOnline: true, oncePerOrder: true };
  expect(optionWords(action)).toEqual([
    '2 horas depois do pagamento',
    'só com o jogador na cidade',
    'uma vez por pedido',
  ]);
  expect(optionWords({ target: 'fivem', ...money, onlyOnline: false })).toEqual([]);
  expect(benefitsOf([action])).toEqual(['R$ 5 no banco da cidade, 2 horas depois do pagamento']);
});
