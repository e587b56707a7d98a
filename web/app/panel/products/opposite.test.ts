import type { TargetAction } from '@vitrine/contract/action-lists';
import { expect, test } from 'vitest';
import { oppositeOf } from './opposite.ts';

const give = (fields: object) => ({ executionTiming: 'on_confirmation', id: 'a1', ...fields }) as TargetAction;
const group = give({ type: 'add_group', groupName: 'vip_ouro', label: 'VIP Ouro', server: 'all', delayMinutes: 5 });

test('what a purchase gives is taken away when it expires, at the same place', () => {
  expect(oppositeOf(group, [group])).toEqual({
    type: 'remove_group',
    executionTiming: 'on_expiration',
    groupName: 'vip_ouro',
    label: 'VIP Ouro',
    server: 'all',
  });
  expect(oppositeOf(give({ type: 'add_vehicle', vehicleName: 'sultan', plate: '{{placa}}' }), [])).toEqual({
    type: 'remove_vehicle',
    executionTiming: 'on_expiration',
    vehicleName: 'sultan',
  });
  expect(oppositeOf(give({ type: 'add_role', roleId: '1', roleName: 'VIP' }), [])).toMatchObject({
    type: 'remove_role',
    roleId: '1',
  });
});

test('nothing is offered if the goods are already taken away, or if no action can take them back', () => {
  const taker = oppositeOf(group, []) as TargetAction;
  expect(oppositeOf(group, [group, taker])).toBeUndefined();
  expect(oppositeOf(group, [{ ...taker, server: undefined }])).toBeDefined();
  expect(oppositeOf(taker, [])).toBeUndefined();
  expect(oppositeOf({ ...group, executionTiming: 'on_expiration' }, [])).toBeUndefined();
  for (const type of ['add_money', 'add_item', 'execute_command', 'ban', 'send_message', 'constructor']) {
    expect(oppositeOf(give({ type }), []), type).toBeUndefined();
  }
});
