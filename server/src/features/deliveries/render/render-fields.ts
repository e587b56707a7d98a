import type { ActionTarget } from '@vitrine/contract/actions';
import { commandLanguages, type Token } from '@vitrine/contract/command-line';
import { limits } from '@vitrine/contract/limits';
import { type Part, partsOf, placeholdersOf } from '@vitrine/contract/placeholders';
import { isLiteral, type NameField, nameRules, type ValueSource } from '@vitrine/contract/templates';
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
function commandOf(target: ActionTarget, template: string, values: Values): Made<Args> {
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

/** A command with a hole in it could do anything, and a name with one is another name. */
function whole<T>(template: string, values: Values, make: () => Made<T>): Made<T> {
  const unknown = placeholdersOf(template).find((name) => !Object.hasOwn(values, name));
  return unknown === undefined ? make() : { problem: `A variável {{${unknown}}} não existe mais` };
}

/** A command line as `command`, with its template and its list of arguments `argv`. */
export function renderCommand(target: ActionTarget, template: string, values: Values): Rendered {
  const made = whole(template, values, () => commandOf(target, template, values));
  return 'value' in made ? { args: made.value } : { args: { command: template }, ...made };
}

/** A name of the city's under `key`. */
export function renderName(field: NameField, key: string, template: string, values: Values): Rendered {
  const made = whole(template, values, () => nameOf(field, template, values));
  return 'value' in made ? { args: { [key]: made.value } } : { args: { [key]: template }, ...made };
}

/** Adds a whole number from 1 to `limits.gameAmountMax` as `amount`. A problem that is there already stays. */
export function renderAmount(rendered: Rendered, amount: number): Rendered {
  const args = { ...rendered.args, amount };
  if ('problem' in rendered) return { ...rendered, args };
  return isAmount(amount) ? { args } : { args, problem: 'A quantia não pode ser entregue: confira o produto' };
}
