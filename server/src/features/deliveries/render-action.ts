import type { Action } from '@vitrine/contract/actions';
import { commandLanguages, type Token } from '@vitrine/contract/command-line';
import { limits } from '@vitrine/contract/limits';
import { type Part, partsOf, placeholdersOf } from '@vitrine/contract/placeholders';
import { isLiteral, type NameField, nameRules, templateOf, type ValueSource } from '@vitrine/contract/templates';
import { isSafeValue, safeValuePattern } from '@vitrine/contract/variables';

/** Arguments of one execution, as they are sent: `GameCommandArgs` for games, role id and name for Discord. */
export type Args = Record<string, string | number | string[]>;

/** What a placeholder becomes, and who decided that. */
export interface Value {
  text: string;
  source: ValueSource;
}
export type Values = Readonly<Record<string, Value>>;

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

const snowflake = /^\d{17,20}$/;

const isAmount = (value: number) => Number.isInteger(value) && value >= 1 && value <= limits.gameAmountMax;

/** Parts as one text. A value takes its place as it is: nothing in it is read again. */
function join(parts: readonly Part[], values: Values): string {
  return parts.map((part) => (typeof part === 'string' ? part : (values[part.name]?.text ?? ''))).join('');
}

type Made<T> = { value: T } | { problem: string };

/** The first placeholder whose value must not be sent: an answer was checked at checkout, by the rules of that day. */
function unsafeIn(template: string, values: Values): string | undefined {
  return placeholdersOf(template).find((name) => {
    const { text, source } = values[name] as Value;
    return source === 'owner' ? !safeValuePattern.test(text) : !isSafeValue(text);
  });
}

/** The arguments of a command: as many as the template has, each in its place. */
function commandOf(target: Action['target'], template: string, values: Values): Made<Args> {
  const language = commandLanguages[target];
  const tokens: readonly Token[] = language?.read(template) ?? [];
  const [name] = tokens;
  if (!language || !name) return { problem: 'O comando não pode ser lido como está escrito: confira o produto' };
  if (!isLiteral(name)) return { problem: 'O comando começa com uma variável: confira o produto' };
  const unsafe = unsafeIn(template, values);
  if (unsafe !== undefined) return { problem: `{{${unsafe}}} tem caracteres que não podem ser enviados` };
  const argv = tokens.map((token) => join(token, values));
  const command = language.write(argv);
  if (command === undefined || Buffer.byteLength(command) > limits.commandLineBytes) {
    return { problem: 'O comando ficou inválido com os dados deste pedido' };
  }
  return { value: { command, template, argv } };
}

/** A name out of the owner's words and lists; what a buyer wrote freely is in none. */
function nameOf(field: NameField, template: string, values: Values): Made<string> {
  const { pattern, max, thing } = nameRules[field];
  if (placeholdersOf(template).some((name) => ['text', 'number'].includes((values[name] as Value).source))) {
    return { problem: `O nome do ${thing} depende do que o comprador escreveu: confira o produto` };
  }
  // What is left of it may be another name: `vip_` for `vip_{{cor}}`.
  const hole = placeholdersOf(template).find((name) => values[name]?.text === '');
  if (hole !== undefined) return { problem: `O nome do ${thing} ficou incompleto: {{${hole}}} está vazia` };
  const name = join(partsOf(template), values);
  if (name.length > max || !pattern.test(name)) {
    return { problem: `O nome do ${thing} ficou inválido com os dados deste pedido` };
  }
  return { value: name };
}

/**
 * The arguments of an action with its placeholders replaced and, for money and items, multiplied by the quantity. Checked
 * again by the target's own rules: `problem` (pt-BR) says what must not be sent, with arguments that only show what was
 * meant. Every placeholder needs a value, be it ''.
 */
export function renderAction(action: Action, values: Values, quantity: number): Rendered {
  const unknown = placeholdersOf(templateOf(action)?.text ?? '').find((name) => !Object.hasOwn(values, name));
  // A command with a hole in it could do anything.
  const whole = <T>(make: () => Made<T>): Made<T> =>
    unknown === undefined ? make() : { problem: `A variável {{${unknown}}} não existe mais` };
  const named = (field: NameField, key: string, text: string, rest: Args = {}): Rendered => {
    const made = whole(() => nameOf(field, text, values));
    return 'value' in made ? { args: { [key]: made.value, ...rest } } : { args: { [key]: text, ...rest }, ...made };
  };
  const money = 'A quantia não pode ser entregue: confira o produto';
  switch (action.type) {
    case 'add_role':
    case 'remove_role': {
      const args = { roleId: action.roleId, roleName: action.roleName ?? '' };
      return snowflake.test(action.roleId) ? { args } : { args, problem: 'O cargo do Discord não é válido' };
    }
    case 'ban':
    case 'unban':
    case 'remove_ban':
      return { args: {} };
    case 'execute_command': {
      const made = whole(() => commandOf(action.target, action.command, values));
      return 'value' in made ? { args: made.value } : { args: { command: action.command }, ...made };
    }
    case 'add_group':
    case 'remove_group':
      return named('groupName', 'group', action.groupName);
    case 'add_vehicle':
    case 'remove_vehicle':
      return named('vehicleName', 'vehicle', action.vehicleName);
    case 'add_money':
    case 'remove_money': {
      const amount = action.amount * quantity;
      return isAmount(amount) ? { args: { amount } } : { args: { amount }, problem: money };
    }
    case 'add_item': {
      const amount = action.itemQuantity * quantity;
      const made = named('itemName', 'item', action.itemName, { amount });
      return isAmount(amount) || 'problem' in made ? made : { ...made, problem: money };
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
