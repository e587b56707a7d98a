import { z } from 'zod';
import { limits } from '../../limits.ts';
import { cleanLine } from '../../names.ts';
import { delayFits, delayProblem, everyAction, everyStored } from '../action-parts.ts';

/** Error texts of the dialog, word for word from SPEC.md section 5. */
export const discordTexts = {
  discordType: 'Selecione um tipo de ação.',
  discordRole: 'Informe o ID do cargo para esta ação.',
  roleId: 'O ID do cargo tem de 17 a 20 números.',
  discordChannel: 'Informe o ID do canal para esta ação.',
  channelId: 'O ID do canal tem de 17 a 20 números.',
  discordMessage: 'Escreva a mensagem, com até 2.000 caracteres.',
  discordServer: 'Escolha um servidor do Discord.',
  discordTiming: 'Selecione quando a ação será executada.',
} as const;

/** A Discord id: 17 to 20 digits, always a string (facts/discord.md section 1). */
export const snowflakePattern = /^\d{17,20}$/;

/** Name of the picked role, for sentences. Only the id has an effect. */
const roleName = z.string().max(100).overwrite(cleanLine).optional();
const snowflake = (missing: string, wrong: string) =>
  z.string({ error: missing }).trim().min(1, { error: missing, abort: true }).regex(snowflakePattern, wrong);
const roleId = snowflake(discordTexts.discordRole, discordTexts.roleId);
/** Name of the picked channel, for sentences. Only the id has an effect. */
const channelName = z.string().max(100).overwrite(cleanLine).optional();
const channelId = snowflake(discordTexts.discordChannel, discordTexts.channelId);
/** A message's template; its lines end in a line feed. templates.ts checks what it may hold and how long it becomes. */
const message = z
  .string({ error: discordTexts.discordMessage })
  .trim()
  .min(1, discordTexts.discordMessage)
  .max(limits.discordMessageMax, discordTexts.discordMessage)
  .transform((text) => text.replace(/\r\n?/g, '\n'))
  .refine((text) => !/[^\P{Cc}\n]|\p{Cs}/u.test(text), discordTexts.discordMessage);

const fields = {
  ...everyAction(discordTexts.discordTiming),
  /** One of the store's Discord servers; absent: the main one when the action runs. */
  server: z.string().trim().regex(snowflakePattern, discordTexts.discordServer).optional(),
};

/** One Discord action of a product. Each drops the fields of the others. */
export const DiscordAction = z
  .discriminatedUnion(
    'type',
    [
      z.object({ ...fields, type: z.literal('add_role'), roleId, roleName }),
      z.object({ ...fields, type: z.literal('remove_role'), roleId, roleName }),
      z.object({ ...fields, type: z.literal('ban') }),
      z.object({ ...fields, type: z.literal('unban') }),
      z.object({ ...fields, type: z.literal('send_message'), channelId, channelName, message }),
      z.object({ ...fields, type: z.literal('send_direct'), message }),
    ],
    { error: discordTexts.discordType },
  )
  .refine(delayFits, delayProblem);
export type DiscordAction = z.infer<typeof DiscordAction>;

const storedFields = { ...everyStored, server: z.string().optional() };
const storedRole = { ...storedFields, roleId: z.string(), roleName: z.string().optional() };
const StoredDiscordAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('add_role'), ...storedRole }),
  z.object({ type: z.literal('remove_role'), ...storedRole }),
  z.object({ type: z.literal('ban'), ...storedFields }),
  z.object({ type: z.literal('unban'), ...storedFields }),
  z.object({
    type: z.literal('send_message'),
    ...storedFields,
    channelId: z.string(),
    channelName: z.string().optional(),
    message: z.string(),
  }),
  z.object({ type: z.literal('send_direct'), ...storedFields, message: z.string() }),
]);

export const discord = { sent: DiscordAction, stored: StoredDiscordAction, noTiming: discordTexts.discordTiming };
