import type { TargetAction } from '@vitrine/contract/action-lists';

/** For each type of action: the type that takes away what it gives, and the field that names the thing. */
const takers: Readonly<Record<string, { type: TargetAction['type']; field: string }>> = {
  add_group: { type: 'remove_group', field: 'groupName' },
  add_vehicle: { type: 'remove_vehicle', field: 'vehicleName' },
  minecraft_add_group: { type: 'minecraft_remove_group', field: 'groupName' },
  minecraft_add_whitelist: { type: 'minecraft_remove_whitelist', field: 'type' },
  mta_add_group: { type: 'mta_remove_group', field: 'groupName' },
  add_role: { type: 'remove_role', field: 'roleId' },
};

/** Fields that the opposite has too: where it runs, and what it names. */
const kept = ['server', 'groupName', 'vehicleName', 'label', 'roleId', 'roleName'];

/**
 * The action that, when the product expires, takes away what `action` gives after the payment. Undefined if no action can take it away,
 * or if one of `actions` already does.
 */
export function oppositeOf(action: TargetAction, actions: readonly TargetAction[]): TargetAction | undefined {
  const taker = Object.hasOwn(takers, action.type) ? takers[action.type] : undefined;
  if (!taker || action.executionTiming !== 'on_confirmation') return undefined;
  const opposite = {
    type: taker.type,
    executionTiming: 'on_expiration',
    ...Object.fromEntries(Object.entries(action).filter(([name, value]) => kept.includes(name) && value !== undefined)),
  } as TargetAction & Record<string, unknown>;
  const same = (other: TargetAction & Record<string, unknown>) =>
    other.type === taker.type &&
    other.executionTiming === 'on_expiration' &&
    other[taker.field] === opposite[taker.field] &&
    other.server === opposite.server;
  return actions.some(same) ? undefined : opposite;
}
