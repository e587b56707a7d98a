import type { ActionTarget } from '@vitrine/contract/actions';
import { languageOf, type Token } from '@vitrine/contract/command-line';
import { limits } from '@vitrine/contract/limits';
import { isSafeValue, type Part, partsOf, placeholdersOf, safeValuePattern } from '@vitrine/contract/placeholders';
import { isLiteral, type NameField, nameRules, platePattern, type ValueSource } from '@vitrine/contract/templates';

/** Arguments of one execution, as they are sent: `GameCommandArgs` for games, role id and name for Discord. */
export type Args = Record<string, string | number | string[]>;

/** A placeholder's text, and who decided it. */
export interface Value {
  text: string;
  source: ValueSource;
}
export type Values = Readonly<Record<string, Value>>;

/** `problem` (pt-BR) says what came out unsafe or impossible. The rules of the checkout cannot prevent it. */
export type Rendered = { args: Args } | { args: Args; problem: string };

/** The text without the characters that a target could misread, so that it may stand in a command. */
export function safeText(value: string): string {
  return [...value.normalize('NFC')]
    .filter((character) => safeValuePattern.test(character))
    .join('')
    .replace(/-{2,}/g, '-')
    .trim()
    .slice(0, limits.variableValueMax);
}

const isAmount = (value: number) => Number.isInteger(value) && value >= 1 && value <= limits.gameAmountMax;

/** The parts as one text. A value is inserted as it is: nothing in it is read again. */
function join(parts: readonly Part[], values: Values): string {
  return parts.map((part) => (typeof part === 'string' ? part : (values[part.name]?.text ?? ''))).join('');
}

type Made<T> = { value: T } | { problem: string };

/**
 * The first placeholder whose value must not be sent. The checkout checked answers by the rules of that day. `names` are
 * those of the game's players.
 */
function unsafeIn(template: string, values: Values, names?: RegExp): string | undefined {
  return placeholdersOf(template).find((name) => {
    const { text, source } = values[name] as Value;
    if (names?.test(text)) return false;
    return source === 'owner' ? !safeValuePattern.test(text) : !isSafeValue(text);
  });
}

/** The arguments of a command: as many as the template has, each in its place. */
function commandOf(target: ActionTarget, template: string, values: Values): Made<Args> {
  const language = languageOf(target);
  const tokens: readonly Token[] = language?.read(template) ?? [];
  const [name] = tokens;
  if (!language || !name) return { problem: 'O comando não pode ser lido como está escrito: confira o produto' };
  if (!isLiteral(name)) return { problem: 'O comando começa com uma variável: confira o produto' };
  const unsafe = unsafeIn(template, values, language.names);
  if (unsafe !== undefined) return { problem: `{{${unsafe}}} tem caracteres que não podem ser enviados` };
  const unfit = placeholdersOf(template).find((name) => !language.holds(values[name]?.text ?? '', template));
  if (unfit !== undefined) return { problem: `{{${unfit}}} tem um valor que este jogo não lê como um só argumento` };
  const argv = tokens.map((token) => join(token, values));
  const command = language.write(argv);
  if (command === undefined || Buffer.byteLength(command) > limits.commandLineBytes) {
    return { problem: 'O comando ficou inválido com os dados deste pedido' };
  }
  return { value: { command, template, argv } };
}

/** A name made of the owner's words and lists. What a buyer wrote freely is refused. */
function nameOf(field: NameField, template: string, values: Values): Made<string> {
  const { pattern, max, thing } = nameRules[field];
  if (placeholdersOf(template).some((name) => ['text', 'number'].includes((values[name] as Value).source))) {
    return { problem: `O nome do ${thing} depende do que o comprador escreveu: confira o produto` };
  }
  // An empty value would give another name: `vip_` for `vip_{{cor}}`.
  const empty = placeholdersOf(template).find((name) => values[name]?.text === '');
  if (empty !== undefined) return { problem: `O nome do ${thing} ficou incompleto: {{${empty}}} está vazia` };
  const name = join(partsOf(template), values);
  if (name.length > max || !pattern.test(name) || name !== name.trim()) {
    return { problem: `O nome do ${thing} ficou inválido com os dados deste pedido` };
  }
  return { value: name };
}

/**
 * Refuses a placeholder without a value: a command with a gap could do anything, and a name with one is another name.
 */
function withEveryValue<T>(template: string, values: Values, make: () => Made<T>): Made<T> {
  const unknown = placeholdersOf(template).find((name) => !Object.hasOwn(values, name));
  return unknown === undefined ? make() : { problem: `A variável {{${unknown}}} não existe mais` };
}

/** A command line as `command`, with its template and its list of arguments `argv`. */
export function renderCommand(target: ActionTarget, template: string, values: Values): Rendered {
  const made = withEveryValue(template, values, () => commandOf(target, template, values));
  return 'value' in made ? { args: made.value } : { args: { command: template }, ...made };
}

/** What Discord's Markdown and mentions read as more than a letter. */
const marks = /[\\*_~`|<>@#:[\]()-]/g;

/** The text as a reader of Discord sees it: nothing in it is formatted, links or mentions anybody. */
export const escapeText = (text: string): string => text.replace(marks, '\\$&');

/** A message for people, under `message`. Values are only text in it, and it is never longer than Discord takes. */
export function renderMessage(template: string, values: Values): Rendered {
  const made = withEveryValue<string>(template, values, () => {
    const unsafe = unsafeIn(template, values);
    if (unsafe !== undefined) return { problem: `{{${unsafe}}} tem caracteres que não podem ser enviados` };
    const parts = partsOf(template);
    const message = parts
      .map((part) => (typeof part === 'string' ? part : escapeText(values[part.name]?.text ?? '')))
      .join('');
    if (message.trim() === '') return { problem: 'A mensagem ficou vazia com os dados deste pedido' };
    if (message.length > limits.discordMessageMax) {
      return { problem: 'A mensagem ficou longa demais com os dados deste pedido' };
    }
    return { value: message };
  });
  return 'value' in made ? { args: { message: made.value } } : { args: { message: template }, ...made };
}

/** The name of something in the city, under `key`. */
export function renderName(field: NameField, key: string, template: string, values: Values): Rendered {
  const made = withEveryValue(template, values, () => nameOf(field, template, values));
  return 'value' in made ? { args: { [key]: made.value } } : { args: { [key]: template }, ...made };
}

/**
 * Adds the plate of a vehicle as `plate`, in capitals. Without an answer the city makes one. An earlier problem stays.
 */
export function renderPlate(rendered: Rendered, template: string | undefined, values: Values): Rendered {
  if (!template || 'problem' in rendered) return rendered;
  const made = withEveryValue<string>(template, values, () => {
    const plate = join(partsOf(template), values).toUpperCase();
    if (plate === '' || platePattern.test(plate)) return { value: plate };
    return {
      problem: `A placa não tem ${limits.plateLength} letras e números: combine outra com o cliente`,
    };
  });
  if ('problem' in made) return { args: { ...rendered.args, plate: template }, ...made };
  return made.value === '' ? rendered : { args: { ...rendered.args, plate: made.value } };
}

/** Adds a whole number from 1 to `limits.gameAmountMax` as `amount`. An earlier problem stays. */
export function renderAmount(rendered: Rendered, amount: number): Rendered {
  const args = { ...rendered.args, amount };
  if ('problem' in rendered) return { ...rendered, args };
  return isAmount(amount) ? { args } : { args, problem: 'A quantia não pode ser entregue: confira o produto' };
}
