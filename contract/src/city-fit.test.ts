import { expect, test } from 'vitest';
import type { Action } from './actions.ts';
import { type City, cityProblems, isUnchecked, meantName, nameInList } from './city-fit.ts';
import type { VariableInput } from './variables.ts';

const list = (names: string[], closed = true) => ({ closed, names: names.map((name) => ({ name })) });
const city = (over: Partial<City> = {}): City => ({
  id: 's1',
  name: 'Principal',
  game: 'fivem',
  actions: ['execute_command', 'add_group', 'add_item', 'add_vehicle'],
  lists: {
    groups: list(['Premium', 'Policia']),
    items: {
      closed: true,
      names: [{ name: 'agua', label: 'Garrafa de Água' }, { name: 'WEAPON_PISTOL', label: 'M1911' }, { name: 'Água' }],
    },
    vehicles: list(['sultan', 'WRa45']),
    commands: {
      closed: false,
      names: [
        { name: 'darvip', allowed: true },
        { name: 'Anuncio', allowed: false },
      ],
    },
  },
  ...over,
});
const act = (fields: object) => ({ target: 'fivem', executionTiming: 'on_confirmation', ...fields }) as Action;
const item = (itemName: string) => act({ type: 'add_item', itemName, itemQuantity: 1 });
const group = (groupName: string) => act({ type: 'add_group', groupName });
const vehicle = (vehicleName: string) => act({ type: 'add_vehicle', vehicleName });
const command = (line: string) => act({ type: 'execute_command', command: line });
const kinds = (action: Action, cities = [city()], variables: VariableInput[] = []) =>
  cityProblems(action, cities, variables).map(({ kind, field }) => [kind, field]);
const text = (action: Action, cities = [city()]) => cityProblems(action, cities, [])[0]?.text;

test('a name in the city’s spelling is fine, another one does not exist', () => {
  for (const fine of [item('agua'), group('Premium'), group('Premium:2'), vehicle('WRa45'), command('DARVIP 3')]) {
    expect(kinds(fine)).toEqual([]);
  }
  expect(kinds(item('celularr'))).toEqual([['missing', 'itemName']]);
  expect(kinds(item('weapon_pistol'))).toEqual([['missing', 'itemName']]);
  expect(kinds(group('premium'))).toEqual([['missing', 'groupName']]);
  expect(kinds(group('Premium:x'))).toEqual([['missing', 'groupName']]);
  expect(kinds(vehicle('sultao'))).toEqual([['missing', 'vehicleName']]);
  // The model of a vehicle is the same in capitals, and keeps the city's spelling.
  expect(kinds(vehicle('wra45'))).toEqual([]);
  expect(nameInList(list(['WRa45']), 'vehicleName', 'wra45')).toBe('WRa45');
});

test('a plate needs a city that gives one, and hides no name that does not exist', () => {
  const car = (vehicleName: string) => act({ type: 'add_vehicle', vehicleName, plate: '{{placa}}' });
  const knows = city({ actions: [...(city().actions ?? []), 'plate'] });
  expect(kinds(car('sultan'), [knows])).toEqual([]);
  expect(kinds(car('sultan'))).toEqual([['unsupported', 'plate']]);
  expect(kinds(car('sultao'))).toEqual([
    ['missing', 'vehicleName'],
    ['unsupported', 'plate'],
  ]);
  expect(kinds(car('sultan'), [city({ actions: null })])).toEqual([]);
  expect(kinds(car('sultan'), [city({ actions: ['execute_command'] })])).toEqual([['unsupported', 'type']]);
  expect(kinds(vehicle('sultan'))).toEqual([]);
});

test('the text names what was meant: other capitals, an accent, or the name that players see', () => {
  expect(text(item('weapon_pistol'))).toBe(
    'O item “weapon_pistol” não existe na cidade. Você quis dizer “WEAPON_PISTOL”?',
  );
  expect(text(item('M1911'))).toContain('Você quis dizer “WEAPON_PISTOL”?');
  expect(meantName(city().lists.items ?? list([]), 'garrafa de agua')).toBe('agua');
  expect(text(item('foguete'))).toContain('Escolha um nome da lista');
  expect(text(item('foguete'), [city(), city({ id: 's2' })])).toContain('não existe em Principal.');
});

test('every value of a placeholder must exist', () => {
  const variables: VariableInput[] = [
    { kind: 'constant', name: 'vip', value: 'Premium' },
    {
      kind: 'question',
      name: 'nivel',
      label: 'Nível',
      answer: 'choice',
      choices: ['1', '2'],
      required: true,
      products: [],
    },
    {
      kind: 'question',
      name: 'cor',
      label: 'Cor',
      answer: 'choice',
      choices: ['sultan', 'panto'],
      required: true,
      products: [],
    },
  ];
  expect(kinds(group('{{vip}}:{{nivel}}'), [city()], variables)).toEqual([]);
  expect(cityProblems(vehicle('{{cor}}'), [city()], variables)[0]?.text).toContain('“panto” não existe');
  // An unknown placeholder is not checked here, because templates.ts refuses it.
  expect(kinds(vehicle('{{cidade}}'), [city()], variables)).toEqual([]);
});

test('a city without lists refuses nothing, and its actions are unchecked', () => {
  const silent = city({ lists: {} });
  expect(kinds(item('celularr'), [silent])).toEqual([]);
  expect([
    isUnchecked(item('x'), [silent]),
    isUnchecked(item('x'), [city()]),
    isUnchecked(command('x'), [silent]),
  ]).toEqual([true, false, false]);
  expect(kinds(item('celularr'), [])).toEqual([]);
  expect(isUnchecked(item('celularr'), [])).toBe(true);
});

test('a list that may be incomplete only doubts', () => {
  const open = city({ lists: { items: list(['agua'], false) } });
  expect(kinds(item('celular'), [open])).toEqual([['unsure', 'itemName']]);
});

test('what the base does not offer, and a command without its permission, are said before the sale', () => {
  expect(kinds(act({ type: 'remove_ban' }))).toEqual([['unsupported', 'type']]);
  expect(kinds(act({ type: 'remove_ban' }), [city({ actions: null })])).toEqual([]);
  // A base that tells nobody who is there cannot wait for a player.
  const bare = city({ actions: ['execute_command', 'who', 'arguments'] });
  const online = act({ type: 'execute_command', command: 'darvip 3', onlyOnline: true });
  expect([kinds(online, [bare]), kinds(online), kinds(command('darvip 3'), [bare])]).toEqual([
    [['unsupported', 'type']],
    [],
    [],
  ]);
  expect(kinds(command('anuncio oi'))).toEqual([['denied', 'command']]);
  expect(text(command('anuncio oi'))).toContain('add_ace resource.vitrine command.anuncio allow');
  expect(kinds(command('dar {{cidade}}'))).toEqual([['unsure', 'command']]);
  expect(kinds({ target: 'discord', type: 'unban', executionTiming: 'on_confirmation' } as Action)).toEqual([]);
});

test('an own action is one that a script of the city has registered', () => {
  const own = (command: string) => act({ type: 'run_action', command });
  const has = city({ actions: ['run_action', 'own:dar_skin'] });
  expect(kinds(own('dar_skin {{cidade}} azul'), [has])).toEqual([]);
  expect(kinds(own('dar_skim'), [has])).toEqual([['missing', 'command']]);
  expect(kinds(own('dar_skin'), [city()])).toEqual([['unsupported', 'type']]);
  expect(kinds(own('dar_skin'), [city({ actions: null })])).toEqual([]);
});

test('a group with a space needs a script that reads it', () => {
  const has = (names: string[]) => city({ actions: ['add_group', ...names], lists: { groups: list(['Vip Ouro']) } });
  expect(kinds(group('Vip Ouro:2'), [has(['names'])])).toEqual([]);
  expect(kinds(group('Vip Ouro'), [has([])])).toEqual([['unsupported', 'groupName']]);
  expect(kinds(group('vip_{{cor}}'), [has([])])).toEqual([]);
});

test('a proxy has commands only, and still knows who is there', () => {
  const proxy = city({ game: 'minecraft', lists: {}, actions: ['minecraft_command', 'arguments', 'identity'] });
  const send = act({ target: 'minecraft', type: 'minecraft_command', command: 'send x', onlyOnline: true } as never);
  expect(cityProblems(send, [proxy], undefined)).toEqual([]);
});

test('over RCON a command goes, what waits for its player does not, and the text says RCON', () => {
  const rcon = city({ game: 'minecraft', lists: {}, actions: ['rcon', 'minecraft_command', 'arguments', 'identity'] });
  const say = (more: object) =>
    act({ target: 'minecraft', type: 'minecraft_command', command: 'say oi', ...more } as never);
  expect(cityProblems(say({}), [rcon], undefined)).toEqual([]);
  const group = act({ target: 'minecraft', type: 'minecraft_add_group', groupName: 'vip' } as never);
  for (const action of [say({ onlyOnline: true }), group]) {
    const [problem] = cityProblems(action, [rcon], undefined);
    expect(problem).toMatchObject({ kind: 'unsupported', text: expect.stringContaining('Por RCON') });
    expect(problem?.text).not.toContain('cidade:');
  }
});
