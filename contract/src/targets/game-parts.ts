import { z } from 'zod';
import { longest, requiredLine } from '../common.ts';
import { limits } from '../limits.ts';
import { everyAction, everyStored, wholeNumber } from './action-parts.ts';

/** What the actions of all games share. */

const most = limits.gameAmountMax.toLocaleString('pt-BR');

/** Error texts of the dialogs, word for word from SPEC.md section 5, and one for each rule that it leaves open. */
export const gameTexts = {
  command: 'Informe o comando para a ação.',
  commandSlash: 'Escreva o comando sem a barra do início.',
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
} as const;

/**
 * A value or a template: a placeholder `{{name}}` becomes a value at the purchase (DECISIONS.md, Variables). The text
 * outside placeholders may hold only what the target's names may hold.
 */
const nameWithPlaceholders = /^(?:[A-Za-z0-9_\-.:|]|\{\{[a-z0-9_]{1,40}\}\})+$/;

/** Names of groups may hold spaces and accents too. */
const groupWithPlaceholders = /^(?:[\p{L}\p{M}\p{N}_\-.:| ]|\{\{[a-z0-9_]{1,40}\}\})+$/u;

/** A text that must be there, and has a maximum length. Callers add the check of its signs. Each check has its own sentence. */
export const filled = (max: number, missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing, abort: true })
    .max(max, { error: longest(max), abort: true });

export const groupName = filled(limits.actionNameMax, gameTexts.groupName).regex(
  groupWithPlaceholders,
  gameTexts.groupSigns,
);
export const vehicleName = filled(limits.actionNameMax, gameTexts.vehicleName).regex(
  nameWithPlaceholders,
  gameTexts.vehicleSigns,
);
export const itemName = filled(limits.actionNameMax, gameTexts.item).regex(nameWithPlaceholders, gameTexts.itemSigns);
export const amount = wholeNumber(0, limits.gameAmountMax, gameTexts.amount, gameTexts.amountMax);
export const itemQuantity = wholeNumber(1, limits.gameAmountMax, gameTexts.item, gameTexts.itemMax);

/** The name under which a script of the owner registers an action (game/fivem/vitrine/server/own_actions.lua). */
export const ownAction = /^[a-z][a-z0-9_]{0,31}(?: |$)/;

/** The owner's word for what is named, for buyers. It never reaches the game (action-labels.ts) and has no placeholders. */
export const label = requiredLine(limits.cityLabelMax, gameTexts.label)
  .refine((text) => !/\{\{|\}\}/.test(text), gameTexts.label)
  .optional();

/**
 * The fields of every action of a game, besides those of its type: `here` for what runs once, `perUnit` for what runs for each
 * unit or multiplies by the units. `noTiming` is the refusal of an action without a timing.
 */
export function gameFields(noTiming: string) {
  const here = {
    ...everyAction(noTiming),
    /** The store's server on which it runs: absent for the game's first one, `all`, `buyer`, or an id (action-servers.ts). */
    server: z.string().trim().min(1).max(40).optional(),
    /** Only while the player is in the game, even if the server could do it without them. */
    onlyOnline: z.boolean().optional(),
  };
  return { here, perUnit: { ...here, oncePerOrder: z.boolean().optional() } };
}

export const storedLabel = z.string().optional();
export const storedHere = { ...everyStored, server: z.string().optional(), onlyOnline: z.boolean().optional() };
export const storedPerUnit = { ...storedHere, oncePerOrder: z.boolean().optional() };
