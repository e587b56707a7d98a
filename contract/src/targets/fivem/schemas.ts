import { z } from 'zod';
import { limits } from '../../limits.ts';
import { delayFits, delayProblem } from '../action-parts.ts';
import {
  amount,
  filled,
  gameFields,
  gameTexts,
  groupName,
  itemName,
  itemQuantity,
  label,
  ownAction,
  storedHere,
  storedLabel,
  storedPerUnit,
  vehicleName,
} from '../game-parts.ts';

/** Error texts of the dialog, word for word from SPEC.md section 5, and one for each rule that it leaves open. */
export const fivemTexts = {
  ...gameTexts,
  fivemType: 'Selecione um tipo de ação para FiveM.',
  fivemTiming: 'Selecione quando a ação FiveM será executada.',
  commandSigns: 'O comando não pode ter ponto e vírgula, barra invertida ou quebra de linha.',
  commandComment: 'O comando não pode ter // nem começar com #: o servidor leria um comentário.',
  plate: `A placa tem ${limits.plateLength} letras e números, ou uma variável.`,
} as const;

/** One placeholder, or the plate itself. Absent: the city makes one. templates.ts checks whose answer it is. */
const plate = z
  .string({ error: fivemTexts.plate })
  .trim()
  .regex(new RegExp(`^(?:[A-Za-z0-9]{${limits.plateLength}}|\\{\\{[a-z0-9_]{1,40}\\}\\})$`), fivemTexts.plate)
  .transform((text) => (text.startsWith('{') ? text : text.toUpperCase()))
  .optional();
/**
 * A command's template: printable characters, without those that end a line or start another. templates.ts checks how
 * the target reads it and which variables it may hold.
 */
const command = filled(limits.commandMax, fivemTexts.command)
  .regex(/^[^\p{Cc};\\]+$/u, { error: fivemTexts.commandSigns, abort: true })
  .refine((line) => !line.includes('//') && !line.startsWith('#'), { error: fivemTexts.commandComment, abort: true })
  .refine((line) => !line.startsWith('/'), fivemTexts.commandSlash);

const { here: inCity, perUnit } = gameFields(fivemTexts.fivemTiming);

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

const StoredFivemAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('execute_command'), ...storedPerUnit, command: z.string() }),
  z.object({ type: z.literal('add_group'), ...storedHere, groupName: z.string(), label: storedLabel }),
  z.object({ type: z.literal('remove_group'), ...storedHere, groupName: z.string(), label: storedLabel }),
  z.object({ type: z.literal('add_money'), ...storedPerUnit, amount: z.number() }),
  z.object({ type: z.literal('remove_money'), ...storedPerUnit, amount: z.number() }),
  z.object({
    type: z.literal('add_vehicle'),
    ...storedHere,
    vehicleName: z.string(),
    plate: z.string().optional(),
    label: storedLabel,
  }),
  z.object({ type: z.literal('remove_vehicle'), ...storedHere, vehicleName: z.string(), label: storedLabel }),
  z.object({
    type: z.literal('add_item'),
    ...storedPerUnit,
    itemName: z.string(),
    itemQuantity: z.number(),
    label: storedLabel,
  }),
  z.object({ type: z.literal('remove_ban'), ...storedHere }),
  z.object({ type: z.literal('run_action'), ...storedPerUnit, command: z.string() }),
]);

export const fivem = { sent: FivemAction, stored: StoredFivemAction, noTiming: fivemTexts.fivemTiming };
