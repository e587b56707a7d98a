import { delayTexts } from './targets/action-parts.ts';
import { discordTexts } from './targets/discord/schemas.ts';
import { fivemTexts } from './targets/fivem/schemas.ts';
import { minecraftTexts } from './targets/minecraft/schemas.ts';
import { mtaTexts } from './targets/mta/schemas.ts';

/**
 * What a product does after purchase (SPEC.md sections 3, 4 and 5). An action belongs to one target: Discord or a
 * game. SPEC.md names types and fields; the patterns follow the targets (ids are snowflakes, item and group names
 * never hold a separator of the target).
 */

export * from './action-types.ts';
export { DiscordAction, snowflakePattern } from './targets/discord/schemas.ts';
export { FivemAction } from './targets/fivem/schemas.ts';
export { MinecraftAction } from './targets/minecraft/schemas.ts';
export type { MtaAction } from './targets/mta/schemas.ts';
export type { Action } from './targets/schemas.ts';

/** Error texts of the action dialogs; those of Discord and FiveM word for word from SPEC.md section 5. */
export const actionTexts = { ...discordTexts, ...minecraftTexts, ...mtaTexts, ...fivemTexts, ...delayTexts } as const;
