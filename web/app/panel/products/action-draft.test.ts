import { actionTexts } from '@vitrine/contract/actions';
import type { Variable } from '@vitrine/contract/variables';
import { expect, test } from 'vitest';
import { type ActionDraft, checkDraft, draftDoubts, draftOf } from './action-draft.ts';

const variables: Variable[] = [];
const draft = (fields: Partial<ActionDraft>): ActionDraft => ({ ...draftOf(), ...fields });
const now = { executionTiming: 'on_confirmation' };

test('an empty draft asks for type and timing, in the words of each dialog', () => {
  expect(checkDraft('discord', draftOf(), variables).errors).toEqual({
    type: actionTexts.discordType,
    executionTiming: actionTexts.discordTiming,
  });
  expect(checkDraft('fivem', draftOf(), variables).errors).toEqual({
    type: actionTexts.fivemType,
    executionTiming: actionTexts.fivemTiming,
  });
});

test('a role needs an id of Discord; a ban needs none and drops the id typed before', () => {
  expect(checkDraft('discord', draft({ type: 'add_role', ...now, roleId: '12' }), variables).errors).toEqual({
    roleId: actionTexts.roleId,
  });
  const ban = checkDraft('discord', draft({ type: 'ban', ...now, roleId: '123456789012345678' }), variables);
  expect(ban.action).toEqual({ type: 'ban', executionTiming: 'on_confirmation' });
});

test('a picked role keeps its name and its id', () => {
  const role = { roleId: '123456789012345678', roleName: 'VIP Ouro' };
  const checked = checkDraft('discord', draft({ type: 'add_role', ...now, ...role }), variables);
  expect(checked.action).toEqual({ type: 'add_role', executionTiming: 'on_confirmation', ...role });
});

test.each([
  [{ type: 'execute_command' }, { command: actionTexts.command }],
  [{ type: 'execute_command', command: 'say oi; quit' }, { command: actionTexts.commandSigns }],
  [{ type: 'add_group', groupName: '' }, { groupName: actionTexts.groupName }],
  [{ type: 'add_money', amount: 'mil' }, { amount: actionTexts.amount }],
  [{ type: 'add_money', amount: '' }, { amount: actionTexts.amount }],
  [{ type: 'add_vehicle', vehicleName: 'a b' }, { vehicleName: actionTexts.vehicleSigns }],
  [
    { type: 'add_item', itemName: '', itemQuantity: '0' },
    { itemName: actionTexts.item, itemQuantity: actionTexts.item },
  ],
])('%o is refused at its field', (fields, errors) => {
  expect(checkDraft('fivem', draft({ ...now, ...fields }), variables).errors).toEqual(errors);
});

test('numbers come out as numbers', () => {
  expect(checkDraft('fivem', draft({ type: 'add_money', ...now, amount: '50000' }), variables).action).toEqual({
    type: 'add_money',
    executionTiming: 'on_confirmation',
    amount: 50_000,
  });
});

test('an unknown placeholder is refused before saving, unless the variables could not be loaded', () => {
  const group = draft({ type: 'add_group', ...now, groupName: '{{grupo}}' });
  expect(checkDraft('fivem', group, variables).errors).toEqual({
    groupName: 'A variável {{grupo}} não existe. Crie-a em Variáveis.',
  });
  expect(checkDraft('fivem', group, undefined).action).toMatchObject({ groupName: '{{grupo}}' });
});

const command = (text: string, own: Variable[] = variables) =>
  checkDraft('fivem', draft({ type: 'execute_command', ...now, command: text }), own);

test('a command reads quotes as the server does: closed ones keep an argument together', () => {
  expect(command('anunciar "{{nome}} virou VIP" {{cidade}}').action).toMatchObject({ type: 'execute_command' });
  expect(command('say "oi').errors?.command).toContain('Feche as aspas');
});

test('a mistake in a template and a missing field are shown together', () => {
  const unfinished = draft({ type: 'add_group', groupName: '{{grupo}}' });
  expect(Object.keys(checkDraft('fivem', unfinished, variables).errors ?? {}).sort()).toEqual([
    'executionTiming',
    'groupName',
  ]);
});

test('a buyer’s answer cannot begin a command or name a group', () => {
  expect(command('{{nome}} 1').errors?.command).toContain('começa com uma palavra sua');
  const group = draft({ type: 'add_group', ...now, groupName: 'vip_{{nome}}' });
  expect(checkDraft('fivem', group, variables).errors?.groupName).toContain('o nome de um grupo é seu');
});

test('an action that is opened again stays the same', () => {
  const action = {
    type: 'add_item',
    executionTiming: 'on_expiration',
    itemName: 'dirty_money',
    itemQuantity: 3,
  } as const;
  expect(checkDraft('fivem', draftOf(action), variables).action).toEqual(action);
});

test('options go with the actions that can have them, and come back as they were typed', () => {
  const typed = { delay: '2', delayUnit: '60', onlyOnline: 'true', oncePerOrder: 'true' };
  const money = draft({ type: 'add_money', ...now, amount: '5', ...typed });
  const { action } = checkDraft('fivem', money, variables);
  expect(action).toEqual({
    type: 'add_money',
    ...now,
    amount: 5,
    delayMinutes: 120,
    onlyOnline: true,
    oncePerOrder: true,
  });
  expect(draftOf(action)).toEqual(money);
  // What another type or timing cannot have is left out, though it was typed before.
  expect(checkDraft('fivem', { ...money, type: 'remove_ban' }, variables).action).not.toHaveProperty('oncePerOrder');
  const end = checkDraft('fivem', { ...money, executionTiming: 'on_expiration' }, variables);
  expect(end.action).not.toHaveProperty('delayMinutes');
  const ban = checkDraft('discord', { ...money, type: 'ban' }, variables);
  expect(ban.action).toEqual({ type: 'ban', ...now, delayMinutes: 120 });
});

test.each(['0', ''])('a delay of “%s” means no delay', (delay) => {
  expect(checkDraft('discord', draft({ type: 'ban', ...now, delay }), variables).action).toEqual({
    type: 'ban',
    ...now,
  });
});

test.each([
  ['31', '1440'],
  ['1,5', '60'],
  ['-1', '60'],
  ['99999', '1440'],
])('a delay of %s × %s minutes is refused at its field', (delay, delayUnit) => {
  const { errors } = checkDraft('discord', draft({ type: 'ban', ...now, delay, delayUnit }), variables);
  expect(errors).toEqual({ delay: actionTexts.delay });
});

test('an option that an old form sent as “no” is not set', () => {
  const action = { type: 'add_money', ...now, amount: 5, onlyOnline: false } as const;
  expect(draftOf(action as never).onlyOnline).toBe('');
});

const city = {
  id: 's1',
  name: 'Principal',
  game: 'fivem' as const,
  actions: ['add_vehicle', 'add_item', 'execute_command'],
  lists: {
    vehicles: { closed: true, names: [{ name: 'WRa45' }] },
    commands: { closed: false, names: [{ name: 'anuncio', allowed: false }] },
  },
};

test('a name that the city does not have is an error of its field, and a vehicle gets the city’s spelling', () => {
  const vehicle = (vehicleName: string) =>
    checkDraft('fivem', draft({ type: 'add_vehicle', ...now, vehicleName }), variables, undefined, [city]);
  expect(vehicle('sultan').errors?.vehicleName).toContain('não existe na cidade');
  expect(vehicle('wra45').action).toMatchObject({ vehicleName: 'WRa45' });
});

test('what the city cannot do is doubted before it is sold, once the draft is filled in', () => {
  expect(draftDoubts('fivem', draft({ type: 'add_group', groupName: 'vip' }), [city], variables)[0]).toContain(
    'não oferece',
  );
  expect(
    draftDoubts('fivem', draft({ type: 'execute_command', command: 'anuncio oi' }), [city], variables)[0],
  ).toContain('add_ace');
  const waiting = draft({ type: 'execute_command', command: 'darvip', onlyOnline: 'true' });
  const bare = { ...city, actions: ['execute_command'], lists: {} };
  expect(draftDoubts('fivem', waiting, [bare], variables)[0]).toContain('esperaria para sempre');
  expect(draftDoubts('fivem', draft({ type: 'add_group' }), [city], variables)).toEqual([]);
  expect(draftDoubts('fivem', draft({ type: 'add_vehicle', vehicleName: 'x' }), [city], variables)).toEqual([]);
});
