import type { Action } from '@vitrine/contract/actions';
import type { ActionKind, DeliveryTarget } from '../deliveries/delivery-target.ts';
import { type Args, renderAmount, renderCommand, renderName, renderPlate } from '../deliveries/render/render-fields.ts';

type FivemAction = Extract<Action, { target: 'fivem' }>;
type Of<T extends FivemAction['type']> = Extract<FivemAction, { type: T }>;

const text = (args: Readonly<Args>, name: string) => String(args[name] ?? '');

const command: ActionKind<Of<'execute_command' | 'run_action'>> = {
  repeatable: false,
  perUnit: true,
  buyerText: 'Entrega automática na cidade',
  endsItem: true,
  render: (action, values) => renderCommand('fivem', action.command, values),
  fieldsOf: (args) => ({ command: text(args, 'command') }),
};

const group: Omit<ActionKind<Of<'add_group' | 'remove_group'>>, 'takenBackBy'> = {
  repeatable: true,
  endsItem: true,
  subject: (args) => `group:${args.group}`,
  render: ({ groupName }, values) => renderName('groupName', 'group', groupName, values),
  fieldsOf: (args) => ({ groupName: text(args, 'group') }),
};

const vehicle: Omit<ActionKind<Of<'remove_vehicle'>>, 'takenBackBy'> = {
  repeatable: true,
  endsItem: true,
  subject: (args) => `vehicle:${args.vehicle}`,
  render: ({ vehicleName }, values) => renderName('vehicleName', 'vehicle', vehicleName, values),
  fieldsOf: (args) => ({ vehicleName: text(args, 'vehicle') }),
};

/** Who takes a vehicle back needs no plate: a player has one of each model (docs/spec/facts/game-servers.md 4.2). */
const newVehicle: ActionKind<Of<'add_vehicle'>> = {
  ...vehicle,
  takenBackBy: 'remove_vehicle',
  render: ({ plate, ...action }, values) =>
    renderPlate(renderName('vehicleName', 'vehicle', action.vehicleName, values), plate, values),
  fieldsOf: (args) => ({ vehicleName: text(args, 'vehicle'), ...(args.plate ? { plate: text(args, 'plate') } : {}) }),
};

/** Money that an expiration moves belongs to one purchase, so it ends nothing else. */
const money: ActionKind<Of<'add_money' | 'remove_money'>> = {
  repeatable: false,
  endsItem: false,
  render: ({ amount }, _values, quantity) => renderAmount({ args: {} }, amount * quantity),
  fieldsOf: (args) => ({ amount: Number(args.amount ?? 0) }),
};

const item: ActionKind<Of<'add_item'>> = {
  repeatable: false,
  // No base gives items to somebody who is away (facts/game-servers.md 7.1).
  needsPlayer: true,
  endsItem: true,
  render: ({ itemName, itemQuantity }, values, quantity) =>
    renderAmount(renderName('itemName', 'item', itemName, values), itemQuantity * quantity),
  fieldsOf: (args) => ({ itemName: text(args, 'item'), itemQuantity: Number(args.amount ?? 0) }),
};

const removeBan: ActionKind<Of<'remove_ban'>> = {
  repeatable: true,
  endsItem: true,
  render: () => ({ args: {} }),
  fieldsOf: () => ({}),
};

/** A FiveM city: its script fetches deliveries with `sync` and writes each into its journal. */
export const fivem: DeliveryTarget<FivemAction> = {
  receiver: 'player',
  wake: null,
  keepsServer: true,
  kinds: {
    execute_command: command,
    add_group: { ...group, takenBackBy: 'remove_group' },
    remove_group: group,
    add_money: money,
    remove_money: money,
    add_vehicle: newVehicle,
    remove_vehicle: vehicle,
    add_item: item,
    remove_ban: removeBan,
    run_action: command,
  },
  words: {
    sent: 'Com o servidor da cidade',
    queued(serverAway) {
      if (serverAway === null) return 'Nenhum servidor da cidade foi conectado ainda';
      return serverAway ? 'O servidor da cidade está fora do ar; a entrega sai assim que ele voltar' : null;
    },
  },
};
