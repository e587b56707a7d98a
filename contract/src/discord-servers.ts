import { z } from 'zod';
import { StoreScope } from './common.ts';
import { discordTexts, snowflakePattern } from './targets/discord/schemas.ts';

/** A store's Discord servers. One is the main server, and a call that names no server means it. */

const server = z.string({ error: discordTexts.discordServer }).regex(snowflakePattern, discordTexts.discordServer);

/** GET /v1/discord/roles, /channels. `fresh`: as Discord has it now, after a change there. */
export const DiscordServerChoice = z.object({ server: server.optional(), fresh: z.literal('1').optional() });

/** POST /v1/discord/disconnect */
export const DiscordServerTarget = StoreScope.extend({ server: server.optional() });

/** POST /v1/discord/main */
export const DiscordServerMain = StoreScope.extend({ server });
