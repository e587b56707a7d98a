import { afterEach, describe, expect, it } from 'vitest';
import type { Command } from '../../check/wire.ts';
import { Platform } from './platform.ts';
import { closePlayed, playCity } from './played-city.ts';

afterEach(closePlayed);

type Base = Parameters<typeof playCity>[0]['framework'];

/** A city with citizen 17, who holds `groups` before anything is bought. */
async function begin(framework: Base, online: boolean, groups: string[] = []) {
  const platform = new Platform();
  const city = await playCity({ platform, framework, online, citizen: { groups } });
  city.run(5000);
  const run = (command: Command) => {
    platform.due.push(command);
    city.run(30_000);
    return platform.result(command.id);
  };
  return { platform, city, run };
}

const give = (id: string, group: string): Command => ({ id, action: 'add_group', args: { group } });
const take = (id: string, group: string, instead?: string): Command => ({
  id,
  action: 'remove_group',
  phase: 'reversal',
  args: { group, ...(instead && { instead }) },
});

describe.each([true, false])('groups of one gtype on vRP 1 (online: %s)', (online) => {
  it('tells what was there before, and what stands afterwards', async () => {
    const { run } = await begin('vrpex', online, ['vip', 'policia']);
    expect(run(give('a', 'vipgold'))).toMatchObject({
      code: 'ok',
      detail: { place: 'gtype:vip', prior: 'vip', stands: 'vipgold' },
    });
    expect(run(take('b', 'vipgold', 'vip'))).toMatchObject({
      code: 'ok',
      detail: { place: 'gtype:vip', prior: 'vipgold', stands: 'vip' },
    });
    expect(run(take('c', 'vip'))).toMatchObject({ code: 'ok', detail: { stands: '' } });
    expect(run(take('d', 'vip'))).toMatchObject({ code: 'not_owned', detail: { prior: '', stands: '' } });
    expect(run(give('e', 'policia'))).toMatchObject({
      code: 'already_owned',
      detail: { place: 'gtype:job', prior: 'policia', stands: 'policia' },
    });
    expect(run(give('f', 'admin'))).toMatchObject({ detail: { place: 'group:admin', prior: '', stands: 'admin' } });
  });

  it('a group of another gtype stays, and an unknown one is not given back', async () => {
    const { run } = await begin('vrpex', online, ['policia']);
    run(give('a', 'vip'));
    expect(run(take('b', 'vip', 'viip'))).toMatchObject({ status: 'failed', code: 'invalid_group' });
    expect(run(take('c', 'vip', 'vipgold'))).toMatchObject({ detail: { stands: 'vipgold' } });
    expect(run(give('d', 'policia'))?.code).toBe('already_owned');
  });
});

describe.each(['network-newer', 'network-older'] as const)('levels of one group (%s)', (framework) => {
  it.each([true, false])('sets the level that is owed, and never lowers one by itself (online: %s)', async (online) => {
    const { run } = await begin(framework, online);
    expect(run(give('a', 'Premium:2'))).toMatchObject({
      code: 'ok',
      detail: { place: 'level:Premium', prior: '', stands: 'Premium:2' },
    });
    expect(run(give('b', 'Premium:1'))).toMatchObject({ detail: { prior: 'Premium:2', stands: 'Premium:1' } });
    // Bought after gold: the higher level stays.
    expect(run(give('c', 'Premium:3'))).toMatchObject({
      code: 'already_owned',
      detail: { prior: 'Premium:1', stands: 'Premium:1' },
    });
    expect(run(take('d', 'Premium:1', 'Premium:3'))).toMatchObject({ code: 'ok', detail: { stands: 'Premium:3' } });
    expect(run(take('e', 'Premium:3', 'Admin:1'))).toMatchObject({ status: 'failed', code: 'invalid_args' });
    expect(run(take('f', 'Premium:3'))).toMatchObject({ code: 'ok', detail: { stands: '' } });
  });
});

it.each(['creative3', 'creative4-summerz'] as const)('a group has a place of its own (%s)', async (framework) => {
  const { run } = await begin(framework, true, ['Policia']);
  expect(run(give('a', 'Premium'))).toMatchObject({
    detail: { place: 'group:Premium', prior: '', stands: 'Premium' },
  });
  expect(run(give('b', 'Policia'))).toMatchObject({ code: 'already_owned', detail: { prior: 'Policia' } });
  expect(run(take('c', 'Premium'))).toMatchObject({ detail: { prior: 'Premium', stands: '' } });
});

it('an interrupted delivery tells the group from before its first run, not the group that this run gave', async () => {
  const platform = new Platform();
  const here = await playCity({ platform, framework: 'vrpex', online: true });
  const script = (): string | undefined => here.city.server.resources.get('vitrine')?.state;
  void here.city.kill({ at: 'effect:after', prefix: 'group', stops: 'vitrine' });
  platform.due.push(give('a', 'vip'));
  for (let turn = 0; turn < 30 && script() !== 'stopped'; turn += 1) here.run(500);
  expect(script()).toBe('stopped');
  await here.city.server.ensure('vitrine', false);
  for (let turn = 0; turn < 60 && !platform.result('a'); turn += 1) here.run(500);
  expect(here.city.effectCount('group', 17)).toBe(1);
  expect(platform.result('a')).toMatchObject({ code: 'already_owned', detail: { prior: '', stands: 'vip' } });
});
