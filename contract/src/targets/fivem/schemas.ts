import { z } from 'zod';
import { longest, requiredLine } from '../../common.ts';
import { limits } from '../../limits.ts';
import { delayFits, delayProblem, everyAction, everyStored, wholeNumber } from '../action-parts.ts';

const most = limits.gameAmountMax.toLocaleString('pt-BR');

/** Error texts of the dialog, word for word from SPEC.md section 5, and one for each rule that it leaves open. */
export const fivemTexts = {
  fivemType: 'Selecione um tipo de ação para FiveM.',
  fivemTiming: 'Selecione quando a ação FiveM será executada.',
  command: 'Informe o comando para a ação.',
  commandSigns: 'O comando não pode ter ponto e vírgula, barra invertida ou quebra de linha.',
  commandSlash: 'Escreva o comando sem a barra do início.',
  commandComment: 'O comando não pode ter // nem começar com #: o servidor leria um comentário.',
  ownAction: 'Escolha uma ação do servidor.',
  groupName: 'Informe o nome do grupo.',
  groupSigns: 'O nome do grupo só pode ter letras, números, espaços e os sinais _ - . : |',
  amount: 'Informe uma quantia válida.',
  amountMax: `A maior quantia é ${most}.`,
  vehicleName: 'Informe o nome do veículo.',
  vehicleSigns: 'O nome do veículo só pode ter letras sem acento, números e os sinais _ - . : |',
  item: 'Informe o nome e a quantidade do item.',
  itemSigns: 'O nome do item só pode ter letras sem acento, números e os sinais _ - . : |',
  itemMax: `A maior quantidade é ${most}.`,
  label: 'O nome para o cliente deve ter de 1 a 80 caracteres.',
  plate: `A placa tem ${limits.plateLength} letras e números, ou uma variável.`,
} as const;

/**
 * A value or a template: a placeholder `{{name}}` becomes a value at the purchase (DECISIONS.md, Variables). The text
 * outside placeholders may hold only what the target's names may hold.
 */
const nameWithPlaceholders = /^(?:[A-Za-z0-9_\-.:|]|\{\{[a-z0-9_]{1,40}\}\})+$/;

/** Names of groups may hold spaces and accents too. */
const groupWithPlaceholders = /^(?:[\p{L}\p{M}\p{N}_\-.:| ]|\{\{[a-z0-9_]{1,40}\}\})+$/u;
/** What is there, then how long it is, then its signs: each has a sentence of its own. */
const filled = (max: number, missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing, abort: true })
    .max(max, { error: longest(max), abort: true });
const groupName = filled(limits.actionNameMax, fivemTexts.groupName).regex(
  groupWithPlaceholders,
  fivemTexts.groupSigns,
);
const vehicleName = filled(limits.actionNameMax, fivemTexts.vehicleName).regex(
  nameWithPlaceholders,
  fivemTexts.vehicleSigns,
);
/** One placeholder, or the plate itself. Absent: the city makes one. templates.ts checks whose answer it is. */
const plate = z
  .string({ error: fivemTexts.plate })
  .trim()
  .regex(new RegExp(`^(?:[A-Za-z0-9]{${limits.plateLength}}|\\{\\{[a-z0-9_]{1,40}\\}\\})$`), fivemTexts.plate)
  .transform((text) => (text.startsWith('{') ? text : text.toUpperCase()))
  .optional();
const itemName = filled(limits.actionNameMax, fivemTexts.item).regex(nameWithPlaceholders, fivemTexts.itemSigns);
/**
 * A command's template: printable characters, without those that end a line or start another. templates.ts checks how
 * the target reads it and which variables it may hold.
 */
const command = filled(limits.commandMax, fivemTexts.command)
  .regex(/^[^\p{Cc};\\]+$/u, { error: fivemTexts.commandSigns, abort: true })
  .refine((line) => !line.includes('//') && !line.startsWith('#'), { error: fivemTexts.commandComment, abort: true })
  .refine((line) => !line.startsWith('/'), fivemTexts.commandSlash);
/** The name under which a script of the city registers an action (game/fivem/vitrine/server/own_actions.lua). */
const ownAction = /^[a-z][a-z0-9_]{0,31}(?: |$)/;
const amount = wholeNumber(0, limits.gameAmountMax, fivemTexts.amount, fivemTexts.amountMax);
const itemQuantity = wholeNumber(1, limits.gameAmountMax, fivemTexts.item, fivemTexts.itemMax);

/** The store's server on which it runs: absent for the first one, `all`, `buyer`, or an id (action-servers.ts). */
const server = z.string().trim().min(1).max(40).optional();
/** Only while the player is in the city, also where the base could do without. */
const onlyOnline = z.boolean().optional();
const inCity = { ...everyAction(fivemTexts.fivemTiming), server, onlyOnline };
/** What runs for each unit, or multiplies by the units, can be limited to once per order. */
const perUnit = { ...inCity, oncePerOrder: z.boolean().optional() };

/** The owner's word for what is named, for buyers. It never reaches the game (action-labels.ts) and has no placeholders. */
const label = requiredLine(limits.cityLabelMax, fivemTexts.label)
  .refine((text) => !/\{\{|\}\}/.test(text), fivemTexts.label)
  .optional();

/** One FiveM action of a product, with the fields its type needs (SPEC.md section 3, FiveM action). */
export const FivemAction = z
  .discriminatedUnion(
    'type',
    [
      z.object({ ...perUnit, type: z.literal('execute_command'), command }),
      z.object({ ...inCity, type: z.literal('add_group'), groupName, label }),
      z.object({ ...inCity, type: z.literal('remove_group'), groupName, label }),
      z.object({ ...perUnit, type: z.literal('add_money'), amount }),
      z.object({ ...perUnit, type: z.literal('remove_money'), amount }),
      z.object({ ...inCity, type: z.literal('add_vehicle'), vehicleName, plate, label }),
      z.object({ ...inCity, type: z.literal('remove_vehicle'), vehicleName, label }),
      z.object({ ...perUnit, type: z.literal('add_item'), itemName, itemQuantity, label }),
      z.object({ ...inCity, type: z.literal('remove_ban') }),
      /** An action that a script of the city registered: its name, then its arguments, written as those of a command. */
      z.object({ ...perUnit, type: z.literal('run_action'), command: command.regex(ownAction, fivemTexts.ownAction) }),
    ],
    { error: fivemTexts.fivemType },
  )
  .refine(delayFits, delayProblem);
export type FivemAction = z.infer<typeof FivemAction>;

const storedLabel = z.string().optional();
const storedInCity = { ...everyStored, server: z.string().optional(), onlyOnline: z.boolean().optional() };
const storedPerUnit = { ...storedInCity, oncePerOrder: z.boolean().optional() };
const StoredFivemAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('execute_command'), ...storedPerUnit, command: z.string() }),
  z.object({ type: z.literal('add_group'), ...storedInCity, groupName: z.string(), label: storedLabel }),
  z.object({ type: z.literal('remove_group'), ...storedInCity, groupName: z.string(), label: storedLabel }),
  z.object({ type: z.literal('add_money'), ...storedPerUnit, amount: z.number() }),
  z.object({ type: z.literal('remove_money'), ...storedPerUnit, amount: z.number() }),
  z.object({
    type: z.literal('add_vehicle'),
    ...storedInCity,
    vehicleName: z.string(),
    plate: z.string().optional(),
    label: storedLabel,
  }),
  z.object({ type: z.literal('remove_vehicle'), ...storedInCity, vehicleName: z.string(), label: storedLabel }),
  z.object({
    type: z.literal('add_item'),
    ...storedPerUnit,
    itemName: z.string(),
    itemQuantity: z.number(),
    label: storedLabel,
  }),
  z.object({ type: z.literal('remove_ban'), ...storedInCity }),
  z.object({ type: z.literal('run_action'), ...storedPerUnit, command: z.string() }),
]);

export const fivem = { sent: FivemAction, stored: StoredFivemAction, noTiming: fivemTexts.fivemTiming };
