import { targetTexts } from './action-types.ts';
import type { Action } from './actions.ts';
import { type CommandLanguage, languageOf, type Token } from './command-line.ts';
import type { ErrorCode } from './errors.ts';
import { limits } from './limits.ts';
import { partsOf, placeholdersOf } from './placeholders.ts';
import type { AskedVariable, builtInVariables } from './variables.ts';

/**
 * The rules of an owner's templates: what each field of an action may hold. The product form, the saving of products
 * and variables, and the attention strip all use them. A buyer's text is always one argument of a command, and never
 * names a group, an item or a vehicle.
 */

/** A value's source: the owner, the buyer's choice from the owner's list, or the buyer's own number or text. */
export type ValueSource = 'owner' | 'choice' | 'number' | 'text';

interface Known {
  source: ValueSource;
  mayBeEmpty: boolean;
  /** All possible values, if they are known. */
  values?: readonly string[];
  /** The longest possible value, in bytes of UTF-8. */
  bytes: number;
  /** The longest possible value, in characters. */
  letters: number;
  /** The answer to an option that asks for a plate. */
  plate?: boolean;
}

/** Most bytes of a character in UTF-8. */
const WIDEST = 4;
const bytesOf = (text: string) =>
  [...text].reduce((sum, character) => {
    const point = character.codePointAt(0) ?? 0;
    return sum + (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : WIDEST);
  }, 0);

function ascii(most: number) {
  return { bytes: most, letters: most };
}
function letters(most: number) {
  return { bytes: most * WIDEST, letters: most };
}
function oneOf(values: readonly string[]) {
  const most = (of: (value: string) => number) => Math.max(0, ...values.map(of));
  return { values, bytes: most(bytesOf), letters: most((value) => [...value].length) };
}

/** Vitrine's own variables. Name and e-mail are optional at checkout; cleaning may leave nothing of a title. */
const builtIns: Record<(typeof builtInVariables)[number], Known> = {
  cidade: { source: 'number', mayBeEmpty: false, ...ascii(10) },
  discord: { source: 'number', mayBeEmpty: false, ...ascii(20) },
  nome: { source: 'text', mayBeEmpty: true, ...letters(limits.customerNameMax) },
  email: { source: 'text', mayBeEmpty: true, ...ascii(limits.emailMax) },
  pedido: { source: 'number', mayBeEmpty: false, ...ascii(20) },
  produto: { source: 'owner', mayBeEmpty: true, ...letters(limits.productNameMax) },
  quantidade: { source: 'number', mayBeEmpty: false, ...ascii(3) },
  valor: { source: 'number', mayBeEmpty: false, ...ascii(12) },
  loja: { source: 'owner', mayBeEmpty: true, ...letters(limits.storeNameMax) },
};

/** The source of the answer of a store's variable. */
export function sourceOf(variable: AskedVariable): ValueSource {
  return variable.kind === 'constant' ? 'owner' : variable.answer;
}

/** Every name that a template may use: Vitrine's own, and the store's as they are for one product. */
export function knownVariables(variables: readonly AskedVariable[], product?: string): ReadonlyMap<string, Known> {
  const own = variables.map((variable): [string, Known] => [variable.name, knownOf(variable, product)]);
  return new Map([...Object.entries(builtIns), ...own]);
}

function knownOf(variable: AskedVariable, product: string | undefined): Known {
  if (variable.kind === 'constant') {
    const { value } = variable;
    return { source: 'owner', mayBeEmpty: value === '', ...oneOf([value]) };
  }
  const asked = variable.products.length === 0 || (product !== undefined && variable.products.includes(product));
  const source = sourceOf(variable);
  const mayBeEmpty = !variable.required || !asked;
  if (source === 'number') return { source, mayBeEmpty, ...ascii(limits.numberAnswerMax) };
  if (source === 'text') {
    return { source, mayBeEmpty, ...letters(limits.variableValueMax), plate: variable.plate ?? false };
  }
  return { source, mayBeEmpty, ...oneOf(variable.choices) };
}

/** The characters and the length of names in every known base (docs/game-server-protocol.md, Actions). */
export const nameRules = {
  /** Groups reach the base without a console, so they may hold spaces and accents. */
  groupName: { pattern: /^[\p{L}\p{M}\p{N}_\-.:| ]+$/u, max: 64, thing: 'grupo' },
  vehicleName: { pattern: /^[A-Za-z0-9_]+$/, max: 60, thing: 'veículo' },
  itemName: { pattern: /^[A-Za-z0-9_\-.|]+$/, max: 64, thing: 'item' },
} as const;
export type NameField = keyof typeof nameRules;
/** A plate as the bases of the vRP family take one from a player (docs/spec/facts/game-frameworks.md, section 2). */
export const platePattern = new RegExp(`^[A-Z0-9]{${limits.plateLength}}$`);
export type TemplateField = NameField | 'command' | 'message';

/** The field of an action that may hold placeholders, with its text. Undefined for roles, money and bans. */
export function templateOf(action: Action): { field: TemplateField; text: string } | undefined {
  const fields: Readonly<Record<string, TemplateField>> = targetTexts[action.target].templates;
  const field = Object.hasOwn(fields, action.type) ? fields[action.type] : undefined;
  return field && { field, text: (action as unknown as Record<TemplateField, string>)[field] };
}

export interface TemplateProblem {
  code: Extract<
    ErrorCode,
    `command_${string}` | 'message_too_long' | `name_${string}` | 'plate_unfit' | 'unknown_placeholder'
  >;
  field: TemplateField | 'plate';
  /** pt-BR, with the variable's name. */
  text: string;
}

/** Whether a token holds only text of the owner. */
export const isLiteral = (token: Token) => token.every((part) => typeof part === 'string');

/**
 * Why an action must not be saved, or undefined. Without `variables` (the store's), only its form is checked.
 * `product` is the product's id, if it has one: some questions are asked for some products only.
 */
export function templateProblem(
  action: Action,
  variables: readonly AskedVariable[] | undefined,
  product?: string,
): TemplateProblem | undefined {
  const template = templateOf(action);
  if (!template) return undefined;
  return fieldProblem(action, template, variables, product) ?? plateProblem(action, variables, product);
}

function fieldProblem(
  action: Action,
  { field, text }: { field: TemplateField; text: string },
  variables: readonly AskedVariable[] | undefined,
  product: string | undefined,
): TemplateProblem | undefined {
  if (partsOf(text).some((part) => typeof part === 'string' && part.includes('{{'))) {
    return {
      code: 'unknown_placeholder',
      field,
      text: 'Escreva as variáveis assim: {{nome}}, com letras minúsculas e sem espaços entre as chaves.',
    };
  }
  const known = knownVariables(variables ?? [], product);
  const unknown = variables && placeholdersOf(text).find((name) => !known.has(name));
  if (unknown !== undefined) {
    return {
      code: 'unknown_placeholder',
      field,
      text: `A variável {{${unknown}}} não existe. Crie-a em Variáveis.`,
    };
  }
  const found = problemIn(action, field, text, known, variables !== undefined);
  return found && { ...found, field };
}

/**
 * The plate of a vehicle is the owner's own, or the whole answer to an option of the kind `plate`: any other answer could be
 * one that no base takes, and would be refused after the payment.
 */
function plateProblem(
  action: Action,
  variables: readonly AskedVariable[] | undefined,
  product: string | undefined,
): TemplateProblem | undefined {
  if (action.type !== 'add_vehicle' || !action.plate) return undefined;
  const [part, more] = partsOf(action.plate);
  const field = 'plate';
  if (typeof part === 'string' || more !== undefined) {
    if (more === undefined && platePattern.test(action.plate.toUpperCase())) return undefined;
    const text = `Uma placa tem ${limits.plateLength} letras e números, ou é só a variável de uma opção do tipo placa.`;
    return { code: 'plate_unfit', field, text };
  }
  if (!part || !variables || knownVariables(variables, product).get(part.name)?.plate) return undefined;
  const text = `{{${part.name}}} não é uma opção do tipo placa deste produto. Crie uma em Opções do cliente.`;
  return { code: 'plate_unfit', field, text };
}

function problemIn(
  { target }: Action,
  field: TemplateField,
  text: string,
  known: ReadonlyMap<string, Known>,
  all: boolean,
): Found {
  if (field === 'message') return messageProblem(text, known);
  if (field === 'command') return commandProblem(languageOf(target), text, known);
  return nameProblem(field, text, known, all);
}

/** A message may hold any variable. It must fit even with the longest values and all their characters escaped (`escapeText`). */
function messageProblem(template: string, known: ReadonlyMap<string, Known>): Found {
  const longest = partsOf(template).map((part) =>
    typeof part === 'string' ? part.length : 2 * (known.get(part.name)?.letters ?? 0),
  );
  if (longest.reduce((sum, length) => sum + length, 0) <= limits.discordMessageMax) return undefined;
  const text = 'Com as respostas mais longas, esta mensagem passaria de 2.000 caracteres. Encurte o texto.';
  return { code: 'message_too_long', text };
}

type Found = Omit<TemplateProblem, 'field'> | undefined;

/** The rules of a command in a target's language; `null` for a target without a command line. */
export function commandProblem(
  language: CommandLanguage | null,
  template: string,
  known: ReadonlyMap<string, Known>,
): Found {
  const tokens = language?.read(template);
  const [name] = tokens ?? [];
  if (!language || !tokens || !name) {
    const text = language?.texts.unreadable ?? 'Este jogo não tem comandos.';
    return { code: 'command_unreadable', text };
  }
  if (!isLiteral(name)) {
    const text = 'O comando começa com uma palavra sua: nenhuma variável pode ficar nela.';
    return { code: 'command_first_token', text };
  }
  if (language.never.test(name.join(''))) {
    return { code: 'command_forbidden', text: language.texts.never };
  }
  if (tokens.length > limits.commandTokens) {
    return { code: 'command_too_long', text: `Um comando tem no máximo ${limits.commandTokens} argumentos.` };
  }
  const free = language.write(['x', 'duas palavras']) !== undefined;
  const keepsEmpty = language.write(['x', '']) !== undefined;
  for (const token of tokens) {
    const names = token.flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
    for (const name of names) {
      const value = known.get(name);
      if (!value) continue;
      // Only lists and numbers are sure to hold no space.
      if (!free && value.source !== 'number' && !value.values) {
        const text = `Este jogo não lê aspas: o texto livre {{${name}}} viraria vários argumentos. Use uma pergunta de escolha.`;
        return { code: 'command_free_text', text };
      }
      const fits = (one: string) => language.holds(one, template) && language.write(['x', one]) !== undefined;
      if (value.values?.some((one) => one !== '' && !fits(one))) {
        const text = `{{${name}}} tem um valor que este jogo não lê como um só argumento.`;
        return { code: 'command_free_text', text };
      }
    }
    if (!keepsEmpty && names.length === token.length && names.every((name) => known.get(name)?.mayBeEmpty)) {
      const text = `{{${names[0]}}} pode ficar vazia e o argumento sumiria. Torne a pergunta obrigatória.`;
      return { code: 'command_empty_argument', text };
    }
  }
  const longest = tokens
    .flat()
    .map((part) => (typeof part === 'string' ? bytesOf(part) : (known.get(part.name)?.bytes ?? 0)));
  // Two quotes and a space for each token.
  if (longest.reduce((sum, bytes) => sum + bytes, 3 * tokens.length) > limits.commandLineBytes) {
    const text = 'Com as respostas mais longas, este comando ficaria grande demais. Use menos perguntas de texto nele.';
    return { code: 'command_too_long', text };
  }
  return undefined;
}

function nameProblem(field: NameField, template: string, known: ReadonlyMap<string, Known>, all: boolean): Found {
  const { pattern, max, thing } = nameRules[field];
  const parts = partsOf(template);
  let length = 0;
  for (const part of parts) {
    if (typeof part === 'string') {
      length += part.length;
      if (!pattern.test(part)) return { code: 'name_unfit', text: `“${part}” não pode estar no nome de um ${thing}.` };
      continue;
    }
    const value = known.get(part.name);
    if (!value) continue;
    // The title of a product or store is written for people, and may lose all its characters when it is cleaned.
    if (!value.values) {
      const text = `{{${part.name}}} vem da compra, e o nome de um ${thing} é seu: use uma constante ou uma pergunta de escolha.`;
      return { code: 'name_choices_only', text };
    }
    if (value.source === 'choice' && value.mayBeEmpty) {
      const text = `Sem resposta, {{${part.name}}} deixaria o nome incompleto. A pergunta precisa ser obrigatória e feita para este produto.`;
      return { code: 'name_choices_only', text };
    }
    const unfit = value.values.find((one) => !pattern.test(one));
    if (unfit !== undefined) {
      return {
        code: 'name_unfit',
        text: `{{${part.name}}} pode valer “${unfit}”, que não serve de nome de um ${thing}.`,
      };
    }
    length += Math.max(0, ...value.values.map((one) => one.length));
  }
  return all && length > max
    ? { code: 'name_unfit', text: `O nome de um ${thing} tem no máximo ${max} letras.` }
    : undefined;
}

/** The first action that must not be saved, or undefined. */
export function firstProblem(
  actions: readonly Action[],
  variables: readonly AskedVariable[],
  product?: string,
): TemplateProblem | undefined {
  for (const action of actions) {
    const problem = templateProblem(action, variables, product);
    if (problem) return problem;
  }
  return undefined;
}
