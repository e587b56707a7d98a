import { afterEach, describe, expect, it } from 'vitest';
import type { KillPoint } from '../../../standins/fxserver/kills.ts';
import type { MtaServer } from '../../../standins/mta/server.ts';
import type { Command } from '../../check/wire.ts';
import { begin } from './machine.ts';
import { closeMta } from './played-mta.ts';

afterEach(closeMta);

/** What each action leaves, and whether it may be done twice. */
const ACTIONS: [string, Omit<Command, 'id'>, (server: MtaServer) => number, boolean][] = [
  [
    'a group',
    { action: 'add_group', args: { group: 'VIP' } },
    (s) => s.world.acl.groups.VIP?.objects.length ?? 0,
    true,
  ],
  ['a VIP', { action: 'add_group', args: { group: 'vip:Ouro' } }, (s) => s.world.disk.vips.Ana?.length ?? 0, true],
  [
    'money',
    { action: 'add_money', args: { amount: 50 } },
    (s) => ((s.world.disk.accounts[0]?.money ?? 0) - 1000) / 50,
    false,
  ],
  ['an item', { action: 'add_item', args: { item: 'pao', amount: 1 } }, (s) => s.world.disk.items.Ana?.pao ?? 0, false],
];
const KINDS: Record<string, string> = { 'a group': 'group', 'a VIP': 'vip', money: 'money', 'an item': 'item' };

describe.each(ACTIONS)('a server that dies while it gives %s', (name, action, given, harmless) => {
  const points: KillPoint[] = [
    { at: 'db:before', prefix: 'c:', contains: '"started"' },
    { at: 'db:after', prefix: 'c:', contains: '"started"' },
    { at: 'effect:inside', prefix: KINDS[name] },
    { at: 'effect:after', prefix: KINDS[name] },
    { at: 'db:before', prefix: 'c:', contains: '"done"' },
    { at: 'db:after', prefix: 'c:', contains: '"done"' },
    { at: 'http:before', contains: '"succeeded"' },
    { at: 'http:sent', contains: '"succeeded"' },
    { at: 'db:before', prefix: 'c:', contains: '"settled"' },
  ];
  it.each(points)('at $at $contains', async (point) => {
    const { platform, server, again } = await begin();
    server.arm(point);
    platform.due.push({ id: 'x', ...action });
    server.run(2000);
    expect(server.world.alive).toBe(false);
    const next = await again();
    next.save();
    const result = platform.result('x');
    if (harmless) {
      expect(result?.status).toBe('succeeded');
      expect(given(next)).toBe(1);
    } else {
      expect(['succeeded', 'uncertain']).toContain(result?.status);
      expect(given(next)).toBeLessThanOrEqual(1);
      if (result?.status === 'succeeded') expect(given(next)).toBe(1);
      if (point.at === 'db:before' && point.contains === '"started"') expect(result?.code).toBe('ok');
    }
    // If the delivery is offered once more, only its result is told again.
    const before = next.world.effects.length;
    platform.due.push({ id: 'x', ...action, attempt: 1 });
    next.run(2000);
    expect(next.world.effects.length).toBe(before);
  });
});
