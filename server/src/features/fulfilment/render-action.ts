import type { Action } from '@vitrine/contract/actions';
import { limits } from '@vitrine/contract/limits';
import { safeValuePattern } from '@vitrine/contract/variables';
import { placeholdersOf, render } from '../variables/placeholders.ts';

/** Arguments of one execution, as they are sent: `GameCommandArgs` for games, role id and name for Discord. */
export type Args = Record<string, string | number>;

/** Raised by no rule that a checkout could break: something unsafe or impossible came out of the owner's template. */
export type Rendered = { args: Args } | { args: Args; problem: string };

/** A text of ours or the shopper's as it may stand in a command: what a target could misread is left out. */
export function safeText(value: string): string {
  return [...value.normalize('NFC')]
    .filter((character) => safeValuePattern.test(character))
    .join('')
    .replace(/-{2,}/g, '-')
    .trim()
    .slice(0, limits.variableValueMax);
}

const group = /^[A-Za-z0-9_\-.:|]{1,64}$/;
const item = /^[A-Za-z0-9_\-.|]{1,64}$/;
const vehicle = /^[A-Za-z0-9_]{1,60}$/;
const snowflake = /^\d{17,20}$/;

/** A console line as the script in the city accepts it (docs/game-server-protocol.md, Actions). */
function isCommand(line: string): boolean {
  return (
    line.length > 0 &&
    Buffer.byteLength(line) <= limits.commandMax &&
    /^[^\p{Cc};"\\]+$/u.test(line) &&
    !line.startsWith('/') &&
    !line.includes('//') &&
    !/(^|\s)#/.test(line)
  );
}

const isAmount = (value: number) => Number.isInteger(value) && value >= 1 && value <= limits.gameAmountMax;

/**
 * The arguments of an action with its placeholders replaced and, for money and items, multiplied by the quantity. Checked
 * again by the target's own rules: `problem` (pt-BR) says what must not be sent. Every placeholder needs a value, be it ''.
 */
export function renderAction(action: Action, values: Readonly<Record<string, string>>, quantity: number): Rendered {
  const unknown = placeholdersOf(JSON.stringify(action)).find((name) => !Object.hasOwn(values, name));
  const checked = (args: Args, fits: boolean, problem: string): Rendered => {
    // A command with a hole in it could do anything.
    if (unknown !== undefined) return { args, problem: `A variável {{${unknown}}} não existe mais` };
    return fits ? { args } : { args, problem };
  };
  switch (action.type) {
    case 'add_role':
    case 'remove_role': {
      const args = { roleId: action.roleId, roleName: action.roleName ?? '' };
      return checked(args, snowflake.test(action.roleId), 'O cargo do Discord não é válido');
    }
    case 'ban':
    case 'unban':
    case 'remove_ban':
      return { args: {} };
    case 'execute_command': {
      const command = render(action.command, values).trim();
      return checked({ command }, isCommand(command), 'O comando ficou inválido com os dados deste pedido');
    }
    case 'add_group':
    case 'remove_group': {
      const name = render(action.groupName, values);
      return checked({ group: name }, group.test(name), 'O nome do grupo ficou inválido com os dados deste pedido');
    }
    case 'add_vehicle':
    case 'remove_vehicle': {
      const name = render(action.vehicleName, values);
      return checked(
        { vehicle: name },
        vehicle.test(name),
        'O nome do veículo ficou inválido com os dados deste pedido',
      );
    }
    case 'add_money':
    case 'remove_money': {
      const amount = action.amount * quantity;
      return checked({ amount }, isAmount(amount), 'A quantia não pode ser entregue: confira o produto');
    }
    case 'add_item': {
      const amount = action.itemQuantity * quantity;
      const name = render(action.itemName, values);
      return checked(
        { item: name, amount },
        item.test(name) && isAmount(amount),
        'O item ou a quantidade ficou inválida com os dados deste pedido',
      );
    }
  }
}

/** The stored execution as an action again, for its sentence (contract/action-text.ts). */
export function actionOf(target: 'discord' | 'fivem', type: string, args: Args): Action {
  const text = (name: string) => String(args[name] ?? '');
  return {
    target,
    type,
    executionTiming: 'on_confirmation',
    command: text('command'),
    groupName: text('group'),
    vehicleName: text('vehicle'),
    amount: Number(args.amount ?? 0),
    itemName: text('item'),
    itemQuantity: Number(args.amount ?? 0),
    roleId: text('roleId'),
    ...(args.roleName ? { roleName: text('roleName') } : {}),
  } as Action;
}
