import type { Action, ActionTarget } from '@vitrine/contract/actions';
import type { ActionKind } from '../delivery-target.ts';
import { type Args, renderAmount, renderCommand, renderName, renderPlate } from './render-fields.ts';

/** The kinds of action that several games have. Each game's `target.ts` names them. */

const text = (args: Readonly<Args>, name: string) => String(args[name] ?? '');

/** What a kind needs of its action: the fields of its type, in each game. */
type With<Fields> = Action & Fields;

/** A line for the console, or an owner's own action; `buyerText` stands for it, because it is the owner's secret. */
export const command = (target: ActionTarget, buyerText: string): ActionKind<With<{ command: string }>> => ({
  repeatable: false,
  perUnit: true,
  buyerText,
  endsItem: true,
  render: (action, values) => renderCommand(target, action.command, values),
  fieldsOf: (args) => ({ command: text(args, 'command') }),
});

export const group: ActionKind<With<{ groupName: string }>> = {
  repeatable: true,
  endsItem: true,
  subject: (args) => `group:${args.group}`,
  render: ({ groupName }, values) => renderName('groupName', 'group', groupName, values),
  fieldsOf: (args) => ({ groupName: text(args, 'group') }),
};

export const vehicle: ActionKind<With<{ vehicleName: string; plate?: string | undefined }>> = {
  repeatable: true,
  endsItem: true,
  subject: (args) => `vehicle:${args.vehicle}`,
  // Taking a vehicle back needs no plate: a player has one of each model (docs/spec/facts/game-servers.md 4.2).
  render: ({ plate, vehicleName }, values) =>
    renderPlate(renderName('vehicleName', 'vehicle', vehicleName, values), plate, values),
  fieldsOf: (args) => ({ vehicleName: text(args, 'vehicle'), ...(args.plate ? { plate: text(args, 'plate') } : {}) }),
};

/** Money that an expiration moves belongs to one purchase, so it ends nothing else. */
export const money: ActionKind<With<{ amount: number }>> = {
  repeatable: false,
  endsItem: false,
  render: ({ amount }, _values, quantity) => renderAmount({ args: {} }, amount * quantity),
  fieldsOf: (args) => ({ amount: Number(args.amount ?? 0) }),
};

export const item: ActionKind<With<{ itemName: string; itemQuantity: number }>> = {
  repeatable: false,
  // No game gives items to somebody who is away (docs/spec/facts/game-servers.md 7.1).
  needsPlayer: true,
  endsItem: true,
  render: ({ itemName, itemQuantity }, values, quantity) =>
    renderAmount(renderName('itemName', 'item', itemName, values), itemQuantity * quantity),
  fieldsOf: (args) => ({ itemName: text(args, 'item'), itemQuantity: Number(args.amount ?? 0) }),
};

/** What has no arguments, and does the same when it runs twice. */
export const plain: ActionKind = {
  repeatable: true,
  endsItem: true,
  render: () => ({ args: {} }),
  fieldsOf: () => ({}),
};

/** The words of a game's deliveries, pt-BR. `of` says whose server it is: `da cidade`, `de Minecraft`. */
export const gameWords = (of: string) => ({
  sent: `Com o servidor ${of}`,
  queued(serverAway: boolean | null) {
    if (serverAway === null) return `Nenhum servidor ${of} foi conectado ainda`;
    return serverAway ? `O servidor ${of} está fora do ar; a entrega sai assim que ele voltar` : null;
  },
});
