import { expect, test } from 'vitest';
import { labelledName, withLabel } from './action-labels.ts';
import { actionSentence, benefitsOf, buyerSentence } from './action-text.ts';
import type { Action } from './actions.ts';
import { FivemAction } from './targets/fivem/schemas.ts';

const on = { target: 'fivem', executionTiming: 'on_confirmation' } as const;
const end = { target: 'fivem', executionTiming: 'on_expiration' } as const;
const item = (itemName: string, label?: string) =>
  ({ ...on, type: 'add_item', itemName, itemQuantity: 2, ...(label && { label }) }) as Action;

test('buyers read the label alone, members read the name too', () => {
  const pistol = item('wbody|WEAPON_PISTOL', 'Pistola');
  expect(benefitsOf([pistol])).toEqual(['2× Pistola no inventário']);
  expect(buyerSentence(pistol)).toBe('Entregar 2× Pistola');
  expect(actionSentence(pistol)).toBe('Entregar 2× Pistola (wbody|WEAPON_PISTOL)');
  expect(buyerSentence(item('agua'))).toBe('Entregar 2× agua');
});

test('groups and vehicles have labels, with the days that they last', () => {
  const actions = [
    { ...on, type: 'add_group', groupName: 'vip_ouro', label: 'VIP Ouro' },
    { ...end, type: 'remove_group', groupName: 'vip_ouro' },
    { ...on, type: 'add_vehicle', vehicleName: 'sultan', label: 'Sultan RS' },
  ] as Action[];
  expect(benefitsOf(actions, 30)).toEqual(['Grupo VIP Ouro na cidade por 30 dias', 'Veículo Sultan RS na garagem']);
});

test('a buyer never reads the id of a role without a name', () => {
  const role = {
    target: 'discord',
    executionTiming: 'on_confirmation',
    type: 'add_role',
    roleId: '910028371920012302',
  };
  expect(buyerSentence(role as Action)).toBe('Dar um cargo no Discord');
  expect(actionSentence(role as Action)).toBe('Dar o cargo 910028371920012302 no Discord');
});

test('what was carried out has the label of the same name in its order, and a corrected name has none', () => {
  const sold = [item('agua', 'Água'), item('caixa_{{cor}}', 'Caixa surpresa'), item('pao')];
  expect(withLabel(item('agua'), sold, 0)).toMatchObject({ label: 'Água' });
  expect(withLabel(item('caixa_azul'), sold, 1)).toMatchObject({ label: 'Caixa surpresa' });
  expect(withLabel(item('faca'), sold, 0)).toEqual(item('faca'));
  expect(withLabel(item('pao'), sold, 2)).toEqual(item('pao'));
  expect(withLabel({ ...end, type: 'remove_money', amount: 5 } as Action, sold, 0)).not.toHaveProperty('label');
  expect(withLabel(item('agua'), [], 0)).toEqual(item('agua'));
  expect(labelledName('agua', sold)).toBe('Água');
  expect(labelledName('faca', sold)).toBe('faca');
});

test('a label is one visible line of 80 characters', () => {
  const read = (label: unknown) =>
    FivemAction.safeParse({
      type: 'add_item',
      executionTiming: 'on_confirmation',
      itemName: 'agua',
      itemQuantity: 1,
      label,
    });
  expect(read('\u202e Pis\u200btola\n').data).toMatchObject({ label: 'Pistola' });
  for (const wrong of ['', '  ', '\u200b', 'x'.repeat(81), 5, null, 'a\u0000']) expect(read(wrong).success).toBe(false);
  expect(read(undefined).success).toBe(true);
});
