import { z } from 'zod';
import { executionTimings } from './action-types.ts';
import { limits } from './limits.ts';
import './zod-settings.ts';

/**
 * What a product does after purchase (SPEC.md sections 3, 4 and 5). An action belongs to one target: Discord or a
 * game. SPEC.md names types and fields; the patterns follow the targets (ids are snowflakes, item and group names
 * never hold a separator of the target).
 */

export * from './action-types.ts';

/** Error texts of the two action dialogs, word for word from SPEC.md section 5. */
export const actionTexts = {
  discordType: 'Selecione um tipo de ação.',
  discordRole: 'Informe o ID do cargo para esta ação.',
  discordTiming: 'Selecione quando a ação será executada.',
  fivemType: 'Selecione um tipo de ação para FiveM.',
  fivemTiming: 'Selecione quando a ação FiveM será executada.',
  command: 'Informe o comando para a ação.',
  groupName: 'Informe o nome do grupo.',
  amount: 'Informe uma quantia válida.',
  vehicleName: 'Informe o nome do veículo.',
  item: 'Informe o nome e a quantidade do item.',
} as const;

/** A Discord id: 17 to 20 digits, always a string (facts/discord.md section 1). */
export const snowflakePattern = /^\d{17,20}$/;

/**
 * A value or a template: a placeholder `{{name}}` becomes a value at the purchase (DECISIONS.md, Variables). The text
 * outside placeholders may hold only what the target's names may hold.
 */
const nameWithPlaceholders = /^(?:[A-Za-z0-9_\-.:|]|\{\{[a-z0-9_]{1,40}\}\})+$/;

/** A number that may arrive as text, because it comes from a form. The text must be digits only. */
const wholeNumber = (min: number, max: number, message: string) =>
  z
    .union([z.number(), z.string().regex(/^\d{1,10}$/, message)], { error: message })
    .transform(Number)
    .pipe(z.number({ error: message }).int(message).min(min, message).max(max, message));

const discordTiming = z.enum(executionTimings, { error: actionTexts.discordTiming });
const fivemTiming = z.enum(executionTimings, { error: actionTexts.fivemTiming });
const actionId = z.string().max(64).optional();
/** Name of the picked role, for sentences. Only the id has an effect. */
const roleName = z.string().trim().max(100).optional();
const roleId = z.string({ error: actionTexts.discordRole }).trim().regex(snowflakePattern, actionTexts.discordRole);

/** One Discord action of a product. add_role and remove_role need `roleId`; the others drop it. */
export const DiscordAction = z.discriminatedUnion(
  'type',
  [
    z.object({ id: actionId, type: z.literal('add_role'), executionTiming: discordTiming, roleId, roleName }),
    z.object({ id: actionId, type: z.literal('remove_role'), executionTiming: discordTiming, roleId, roleName }),
    z.object({ id: actionId, type: z.literal('ban'), executionTiming: discordTiming }),
    z.object({ id: actionId, type: z.literal('unban'), executionTiming: discordTiming }),
  ],
  { error: actionTexts.discordType },
);
export type DiscordAction = z.infer<typeof DiscordAction>;

const groupName = z
  .string({ error: actionTexts.groupName })
  .trim()
  .min(1, actionTexts.groupName)
  .max(limits.actionNameMax, actionTexts.groupName)
  .regex(nameWithPlaceholders, actionTexts.groupName);
const vehicleName = z
  .string({ error: actionTexts.vehicleName })
  .trim()
  .min(1, actionTexts.vehicleName)
  .max(limits.actionNameMax, actionTexts.vehicleName)
  .regex(nameWithPlaceholders, actionTexts.vehicleName);
const itemName = z
  .string({ error: actionTexts.item })
  .trim()
  .min(1, actionTexts.item)
  .max(limits.actionNameMax, actionTexts.item)
  .regex(nameWithPlaceholders, actionTexts.item);
/**
 * A command's template: printable characters, without those that end a line or start another. templates.ts checks how
 * the target reads it and which variables it may hold.
 */
const command = z
  .string({ error: actionTexts.command })
  .trim()
  .min(1, actionTexts.command)
  .max(limits.commandMax, actionTexts.command)
  .regex(/^[^\p{Cc};\\]+$/u, actionTexts.command)
  .refine((line) => !line.startsWith('/') && !line.includes('//') && !line.startsWith('#'), actionTexts.command);
const amount = wholeNumber(0, limits.gameAmountMax, actionTexts.amount);
const itemQuantity = wholeNumber(1, limits.gameAmountMax, actionTexts.item);

/** The store's server on which it runs: absent for the first one, `all`, `buyer`, or an id (action-servers.ts). */
const server = z.string().trim().min(1).max(40).optional();
const fivem = { id: actionId, executionTiming: fivemTiming, server };

/** One FiveM action of a product, with the fields its type needs (SPEC.md section 3, FiveM action). */
export const FivemAction = z.discriminatedUnion(
  'type',
  [
    z.object({ ...fivem, type: z.literal('execute_command'), command }),
    z.object({ ...fivem, type: z.literal('add_group'), groupName }),
    z.object({ ...fivem, type: z.literal('remove_group'), groupName }),
    z.object({ ...fivem, type: z.literal('add_money'), amount }),
    z.object({ ...fivem, type: z.literal('remove_money'), amount }),
    z.object({ ...fivem, type: z.literal('add_vehicle'), vehicleName }),
    z.object({ ...fivem, type: z.literal('remove_vehicle'), vehicleName }),
    z.object({ ...fivem, type: z.literal('add_item'), itemName, itemQuantity }),
    z.object({ ...fivem, type: z.literal('remove_ban') }),
  ],
  { error: actionTexts.fivemType },
);
export type FivemAction = z.infer<typeof FivemAction>;

/**
 * An action as an order keeps it: with its target, so that one list holds all of a product's actions in order.
 */
export type Action = ({ target: 'discord' } & DiscordAction) | ({ target: 'fivem' } & FivemAction);
