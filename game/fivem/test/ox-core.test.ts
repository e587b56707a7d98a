import { afterEach, describe, expect, it } from 'vitest';
import { rowsOf } from './city-rows.ts';
import { Platform } from './platform.ts';
import { closePlayed, playCity } from './played-city.ts';
import { playerOf } from './player-of.ts';

afterEach(closePlayed);

/** What only ox_core does. */

async function begin(
  options: Partial<Parameters<typeof playCity>[0]> & { convars?: Record<string, string>; attempt?: number } = {},
) {
  const platform = new Platform();
  Object.assign(platform.convars, options.convars);
  const here = await playCity({ platform, framework: 'ox_core', citizen: { bank: 1000 }, ...options });
  here.run(3000);
  const offer = (
    id: string,
    action: string,
    args: object,
    { attempt = 1, ms = 20_000, player = platform.player } = {},
  ) => {
    platform.due = [{ id, action, args: { ...args }, attempt, player }];
    here.run(ms);
    return platform.result(id);
  };
  const rows = () => rowsOf(here.city, 'ox_core', 17);
  const statement = () => here.city.tables.rows('SELECT toId, fromId, amount, message FROM accounts_transactions');
  return { platform, here, offer, rows, statement };
}
const ACCOUNT = 102_609_017;

describe.each([true, false])('money (online: %s)', (online) => {
  it('is in the statement of the account, with the number of the delivery', async () => {
    const { offer, rows, statement } = await begin({ online });
    expect(offer('m1', 'add_money', { amount: 500 })).toMatchObject({
      code: 'ok',
      detail: { before: 1000, after: 1500 },
    });
    expect(offer('m2', 'remove_money', { amount: 200 })).toMatchObject({ code: 'ok' });
    expect(offer('m3', 'remove_money', { amount: 9000 })).toMatchObject({ code: 'insufficient_funds' });
    expect(rows().bank).toBe(1300);
    expect(statement()).toEqual([
      { toId: ACCOUNT, fromId: null, amount: 500, message: 'Compra na loja (m1)' },
      { toId: null, fromId: ACCOUNT, amount: 200, message: 'Retirada da loja (m2)' },
    ]);
  });

  it('that the player spends in the same moment counts as given', async () => {
    const { here, offer, rows } = await begin({ online });
    const spend = "Standin.sql('UPDATE accounts SET balance = 10 WHERE owner = 17', {})";
    here.eval(`AddEventHandler('ox:updatedBalance', function() ${spend} end)`, 'ox_core');
    expect(offer('m1', 'add_money', { amount: 500 })).toMatchObject({ status: 'succeeded', code: 'ok' });
    expect(rows().bank).toBe(10);
  });

  it('is not given again after the journal is lost, because the statement already names its delivery', async () => {
    const { here, offer, rows } = await begin({ online });
    const row = "INSERT INTO accounts_transactions (toId, amount, message) VALUES (?, 500, 'Compra na loja (m1)')";
    here.city.tables.query(row, [ACCOUNT]);
    // This is another delivery: its number differs only in a capital letter.
    expect(offer('M1', 'add_money', { amount: 500 })).toMatchObject({ code: 'ok' });
    expect(offer('m1', 'add_money', { amount: 500 })).toMatchObject({ code: 'ok' });
    expect(rows().bank).toBe(1500);
  });
});

describe('a base that does not answer', () => {
  const hang = (write: string) => `exports('CallAccount', function() ${write} Wait(600000) end)`;

  it('has given what its statement shows', async () => {
    const { here, offer } = await begin();
    const write = `Standin.sql("INSERT INTO accounts_transactions (toId, amount, message) VALUES (${ACCOUNT}, 500, 'Compra na loja (m1)')", {})`;
    here.eval(hang(write), 'ox_core');
    expect(offer('m1', 'add_money', { amount: 500 }, { ms: 40_000 })).toMatchObject({ code: 'ok' });
  });

  it('leaves a delivery to a person if its statement does not show it, and repeats nothing', async () => {
    const { here, offer, rows } = await begin();
    here.eval(hang(''), 'ox_core');
    expect(offer('m1', 'add_money', { amount: 500 }, { ms: 40_000 })).toMatchObject({ status: 'uncertain' });
    expect(rows().bank).toBe(1000);
  });
});

/** A release of the base writes balance and record in two statements, and may be cut off between them. */
describe.each([true, false])('money of a base that is cut off between balance and record (online: %s)', (online) => {
  const cut = async (change = '', action = 'add_money') => {
    const { platform, here, offer, rows } = await begin({ online });
    void here.city.kill({ at: 'effect:inside', prefix: 'record' });
    offer('m1', action, { amount: 500 }, { ms: 5000 });
    expect([here.city.alive, rows().bank]).toEqual([false, action === 'add_money' ? 1500 : 500]);
    for (const one of change.split(';').filter(Boolean)) here.city.tables.query(one);
    await here.city.restart();
    await here.city.server.ensure('vitrine', false);
    here.run(20_000);
    return { status: platform.result('m1')?.status, bank: rows().bank };
  };
  const spend = (amount: number, record: boolean) =>
    `UPDATE accounts SET balance = balance - ${amount} WHERE id = ${ACCOUNT}${
      record
        ? `;INSERT INTO accounts_transactions (fromId, amount, message) VALUES (${ACCOUNT}, ${amount}, 'loja')`
        : ''
    }`;

  it('came, and does not come twice', async () => {
    expect(await cut()).toEqual({ status: 'succeeded', bank: 1500 });
    expect(await cut('', 'remove_money')).toEqual({ status: 'succeeded', bank: 500 });
  });

  it('that the player spent before the script looked counts as given', async () => {
    expect(await cut(spend(500, true))).toEqual({ status: 'succeeded', bank: 1000 });
    // Without a record of the spending nobody can know whether the money came.
    expect(await cut(spend(300, false))).toEqual({ status: 'uncertain', bank: 1200 });
  });
});

it('money that came before the base failed to record it counts as given, and is not tried again', async () => {
  const { here, offer, rows } = await begin({ online: true });
  const fail = `Standin.sql('UPDATE accounts SET balance = balance + 500 WHERE owner = 17', {})
    return { success = false, message = 'something_went_wrong' }`;
  here.eval(`exports('CallAccount', function() ${fail} end)`, 'ox_core');
  expect(offer('m1', 'add_money', { amount: 500 })).toMatchObject({ status: 'succeeded' });
  expect(offer('m2', 'add_money', { amount: 400 })).toMatchObject({ status: 'uncertain' });
  expect(rows().bank).toBe(2000);
});

it.each([
  ['no account', 'UPDATE accounts SET isDefault = 0', 'conta no banco'],
  ['a closed account', "UPDATE accounts SET type = 'inactive'", 'encerrada'],
])('%s gets no money, and the reason is said', async (_, change, reason) => {
  const { here, offer, statement } = await begin({ online: true });
  here.city.tables.query(change);
  const result = offer('m1', 'add_money', { amount: 500 });
  expect(result).toMatchObject({ status: 'failed', code: 'action_refused' });
  expect(result?.message).toContain(reason);
  expect(statement()).toEqual([]);
});

describe.each([true, false])('groups (online: %s)', (online) => {
  it('without a type stand beside the job, and a refund gives back the former grade', async () => {
    const { offer, rows } = await begin({ online, citizen: { groups: ['police:1', 'vip:1'] } });
    expect(offer('g1', 'add_group', { group: 'vip:2' })).toMatchObject({
      code: 'ok',
      detail: { place: 'gtype:group:vip', prior: 'vip:1', stands: 'vip:2' },
    });
    expect(rows().groups).toEqual(['police:1', 'vip:2']);
    expect(offer('g2', 'remove_group', { group: 'vip:2', instead: 'vip:1' })).toMatchObject({ code: 'ok' });
    expect(offer('g3', 'add_group', { group: 'ballas' })).toMatchObject({ detail: { place: 'gtype:gang', prior: '' } });
    expect(offer('g4', 'remove_group', { group: 'vip:1' })).toMatchObject({ code: 'ok' });
    expect(rows().groups).toEqual(['ballas:1', 'police:1']);
  });

  it('of one type push each other out in one step', async () => {
    const { here, offer, rows } = await begin({ online, citizen: { groups: ['police:3'] } });
    expect(offer('g1', 'add_group', { group: 'mechanic:1' })).toMatchObject({
      code: 'ok',
      detail: { prior: 'police:3' },
    });
    expect(rows().groups).toEqual(['mechanic:1']);
    expect(here.city.memory('groups', 17)).toEqual({ 'mechanic:1': true });
  });
});

it('a character that is gone after a crash holds up nobody else', async () => {
  const { platform, here, offer } = await begin({ players: [{ id: 17 }, { id: 18 }] });
  const started = { at: 'kvp:after', prefix: 'c:', contains: '"started"', stops: 'vitrine' } as const;
  void here.city.kill(started);
  offer('m1', 'add_money', { amount: 500 }, { ms: 5000 });
  here.city.tables.query('DELETE FROM characters WHERE charId = 17');
  await here.city.server.ensure('vitrine', false);
  here.run(20_000);
  expect(platform.result('m1')).toMatchObject({ status: 'uncertain' });
  const player = playerOf('ox_core', 18);
  expect(offer('m2', 'add_money', { amount: 5 }, { player })).toMatchObject({ code: 'ok' });
});

it('a group that another script took from the tables can be given and taken', async () => {
  const { here, offer, rows } = await begin({ online: true, citizen: { groups: ['vip:1', 'police:1'] } });
  // The base still keeps both groups in memory. It gives no answer when a group without a row is changed.
  here.city.tables.query('DELETE FROM character_groups');
  expect(offer('g1', 'add_group', { group: 'vip:2' })).toMatchObject({ code: 'ok' });
  expect(offer('g2', 'remove_group', { group: 'police:1' })).toMatchObject({ code: 'ok' });
  expect([rows().groups, here.city.memory('groups', 17)]).toEqual([['vip:2'], { 'vip:2': true }]);
});

it('a person who enters in the middle of the write gets the group once the character is loaded', async () => {
  const { platform, here, offer, rows } = await begin();
  const slow = `exports('update_async', function(text, list) Wait(2000) return Standin.sql(text, list, 'vitrine').affectedRows end)`;
  here.eval(slow, 'oxmysql');
  platform.due = [{ id: 'g1', action: 'add_group', args: { group: 'police:2' } }];
  here.run(1500);
  here.enter();
  here.run(20_000);
  // The row is written. `player_offline` would be wrong, because it promises that nothing was given.
  expect(platform.result('g1')).toMatchObject({ status: 'deferred', code: 'adapter_error' });
  expect(offer('g1', 'add_group', { group: 'police:2' }, { attempt: 2 })).toMatchObject({ code: 'ok' });
  expect([rows().groups, here.city.memory('groups', 17)]).toEqual([['police:2'], { 'police:2': true }]);
});

it('a person who leaves between the old job and the new one has the new one', async () => {
  const { platform, here, rows } = await begin({ online: true, citizen: { groups: ['police:3'] } });
  platform.due = [{ id: 'g1', action: 'add_group', args: { group: 'mechanic:1' } }];
  for (let turn = 0; turn < 4000 && rows().groups.length > 0; turn += 1) here.run(1);
  await here.leave();
  here.run(20_000);
  expect(platform.result('g1')).toMatchObject({ code: 'ok', detail: { prior: 'police:3', stands: 'mechanic:1' } });
  expect(rows().groups).toEqual(['mechanic:1']);
});

it('a job whose row is not in the memory of the base makes room for the new one', async () => {
  const { here, offer, rows } = await begin({ online: true });
  here.city.tables.query("INSERT INTO character_groups (charId, name, grade) VALUES (17, 'police', 3)");
  expect(offer('g1', 'add_group', { group: 'mechanic:1' })).toMatchObject({ code: 'ok' });
  expect([rows().groups, here.city.memory('groups', 17)]).toEqual([['mechanic:1'], { 'mechanic:1': true }]);
});

it('a group that the base has not loaded yet waits, and the former job stays', async () => {
  const { here, offer, rows } = await begin({ online: true, citizen: { groups: ['police:2'] } });
  here.city.tables.query("INSERT INTO ox_groups (name, label, type) VALUES ('taxi', 'Táxi', 'job')");
  here.city.tables.query("INSERT INTO ox_group_grades (`group`, grade, label) VALUES ('taxi', 1, 'Motorista')");
  const refused = offer('g1', 'add_group', { group: 'taxi:1' });
  expect(refused).toMatchObject({ status: 'deferred', code: 'adapter_error' });
  expect(refused?.message).toContain('reloadgroups');
  expect([rows().groups, here.city.memory('groups', 17)]).toEqual([['police:2'], { 'police:2': true }]);
  await here.city.console('reloadgroups');
  expect(offer('g1', 'add_group', { group: 'taxi:1' }, { attempt: 2 })).toMatchObject({ code: 'ok' });
  expect(rows().groups).toEqual(['taxi:1']);
});

it('an owner whose players are known by the number of the character gets deliveries for it', async () => {
  const players = [{ id: 17, name: 'João Silva' }, { id: 18 }, { id: 9, deleted: true }];
  const { platform, offer, rows } = await begin({ online: true, config: "Config.PlayerId = 'id'", players });
  expect(platform.syncs.at(-1)?.online).toEqual(['17']);
  const player = { city_id: '17' };
  expect(offer('m1', 'add_money', { amount: 500 }, { player })).toMatchObject({ code: 'ok' });
  expect(offer('i1', 'add_item', { item: 'agua', amount: 1 }, { player })).toMatchObject({ code: 'ok' });
  expect(offer('g1', 'add_group', { group: 'vip:1' }, { player: { city_id: '18' } })).toMatchObject({ code: 'ok' });
  expect(offer('m2', 'add_money', { amount: 500 }, { player: { city_id: '9' } })).toMatchObject({
    code: 'player_not_found',
  });
  expect([rows().bank, rows().items('agua'), rows().groups]).toEqual([5500, 1, []]);
  platform.who = ['17', '9'];
  offer('m3', 'remove_money', { amount: 1 }, { player });
  expect(platform.people).toEqual(
    expect.arrayContaining([
      { city_id: '17', status: 'found', name: 'João Silva' },
      { city_id: '9', status: 'missing' },
    ]),
  );
});

it('a vehicle has the plate of this city, a number of its own, and a garage that is not the impound', async () => {
  const { here, offer } = await begin({ convars: { 'ox:plateFormat': 'AAA 1111' } });
  const cars = () =>
    here.city.tables.rows('SELECT plate, vin, model, class, data, `stored` AS place FROM vehicles ORDER BY id');
  const insert = 'INSERT INTO vehicles (plate, vin, owner, model, data, `stored`) VALUES (?, ?, 18, ?, ?, ?)';
  for (const [n, place] of ['impound', 'impound', 'praia'].entries())
    here.city.tables.query(insert, [`OLD0000${n}`, `1OLD000000000000${n}`, 'adder', '{}', place]);
  expect(offer('v1', 'add_vehicle', { vehicle: 'SULTAN' })).toMatchObject({ code: 'ok' });
  expect(cars().at(-1)).toEqual({
    plate: expect.stringMatching(/^[A-Z]{3} \d{4}$/),
    vin: expect.stringMatching(/^[A-Z0-9]{17}$/),
    model: 'sultan',
    class: 7,
    data: '{"properties":{}}',
    place: 'praia',
  });
  const other = await begin({ config: "Config.Garage = 'centro'" });
  other.offer('v1', 'add_vehicle', { vehicle: 'kuruma' });
  expect(other.here.city.tables.rows('SELECT `stored` AS place FROM vehicles')).toEqual([{ place: 'centro' }]);
});
