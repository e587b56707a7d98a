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
  storedHere,
  storedLabel,
  storedPerUnit,
} from '../game-parts.ts';

/** Error texts of the dialog. */
export const minecraftTexts = {
  ...gameTexts,
  minecraftType: 'Selecione um tipo de ação para Minecraft.',
  minecraftTiming: 'Selecione quando a ação Minecraft será executada.',
  commandSigns: 'O comando não pode ter o sinal § nem quebra de linha.',
} as const;

/**
 * A command's template: one line without colour codes. The console splits it at spaces and reads no quotes, so templates.ts
 * lets no free text into it.
 */
const command = filled(limits.commandMax, minecraftTexts.command)
  .regex(/^[^\p{Cc}§]+$/u, { error: minecraftTexts.commandSigns, abort: true })
  .refine((line) => !line.startsWith('/'), minecraftTexts.commandSlash);

/** The name of a material. `minecraft:diamond` and `DIAMOND` are the `diamond` of the game's own commands. */
const material = itemName.transform((name) => name.replace(/^minecraft:/i, '').toLowerCase());

const { here, perUnit } = gameFields(minecraftTexts.minecraftTiming);

/** One Minecraft action of a product, with the fields its type needs. */
export const MinecraftAction = z
  .discriminatedUnion(
    'type',
    [
      z.object({ ...perUnit, type: z.literal('minecraft_command'), command }),
      z.object({ ...here, type: z.literal('minecraft_add_group'), groupName, label }),
      z.object({ ...here, type: z.literal('minecraft_remove_group'), groupName, label }),
      z.object({ ...perUnit, type: z.literal('minecraft_add_money'), amount }),
      z.object({ ...perUnit, type: z.literal('minecraft_remove_money'), amount }),
      z.object({ ...perUnit, type: z.literal('minecraft_add_item'), itemName: material, itemQuantity, label }),
      z.object({ ...here, type: z.literal('minecraft_add_whitelist') }),
      z.object({ ...here, type: z.literal('minecraft_remove_whitelist') }),
      z.object({ ...here, type: z.literal('minecraft_remove_ban') }),
    ],
    { error: minecraftTexts.minecraftType },
  )
  .refine(delayFits, delayProblem);
export type MinecraftAction = z.infer<typeof MinecraftAction>;

const storedGroup = { ...storedHere, groupName: z.string(), label: storedLabel };
const StoredMinecraftAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('minecraft_command'), ...storedPerUnit, command: z.string() }),
  z.object({ type: z.literal('minecraft_add_group'), ...storedGroup }),
  z.object({ type: z.literal('minecraft_remove_group'), ...storedGroup }),
  z.object({ type: z.literal('minecraft_add_money'), ...storedPerUnit, amount: z.number() }),
  z.object({ type: z.literal('minecraft_remove_money'), ...storedPerUnit, amount: z.number() }),
  z.object({
    type: z.literal('minecraft_add_item'),
    ...storedPerUnit,
    itemName: z.string(),
    itemQuantity: z.number(),
    label: storedLabel,
  }),
  z.object({ type: z.literal('minecraft_add_whitelist'), ...storedHere }),
  z.object({ type: z.literal('minecraft_remove_whitelist'), ...storedHere }),
  z.object({ type: z.literal('minecraft_remove_ban'), ...storedHere }),
]);

export const minecraft = {
  sent: MinecraftAction,
  stored: StoredMinecraftAction,
  noTiming: minecraftTexts.minecraftTiming,
};
