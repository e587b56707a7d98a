import type { Payload } from '../../jobs/payloads.ts';
import type { Run } from '../../jobs/task.ts';
import { holderOf } from '../deliveries/roles/standing-roles.ts';
import { deliverDiscord } from './deliver-discord.ts';
import { checkGuilds, checkToken } from './discord-guild.ts';
import { lookAtGuilds } from './discord-look.ts';
import { lookAtMember } from './discord-members.ts';
import { setUpDiscord } from './discord-setup.ts';

/** Task `discord.deliver`: sends what is due to a store's Discord servers. */
export const deliverDiscordJob: Run<Payload<'discord.deliver'>> = (deps, { storeId }, attempt) =>
  deliverDiscord(deps, storeId, attempt);

/** Task `discord.guild`: checks whether the bot is still in a store's servers. */
export const guildJob: Run<Payload<'discord.guild'>> = (deps, { storeId }) => checkGuilds(deps, storeId);

/** Task `discord.look`: the minute's look at each server that the bot cannot work in. */
export const lookJob: Run<Payload<'discord.look'>> = (deps, { storeId }, attempt) =>
  lookAtGuilds(deps, storeId, attempt);

/** Task `discord.member`: checks whether a person is in their servers, and gives paid roles again that they lost by leaving. */
export const memberJob: Run<Payload<'discord.member'>> = async (deps, { storeId, rightId }, { signal }) => {
  const holder = await holderOf(deps.db, storeId, rightId);
  if (holder) await lookAtMember(deps, { store: storeId, holder }, signal);
};

/** Task `discord.check`: asks whether the token works again, after Discord refused it. */
export const checkTokenJob: Run<Record<string, never>> = (deps) => checkToken(deps);

/** Task `discord.setup`: tells Discord the bot's commands and where interactions go; once per start. */
export const setUpDiscordJob: Run<Record<string, never>> = (deps) => setUpDiscord(deps);
