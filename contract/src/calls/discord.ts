import { Done } from '../common.ts';
import { DiscordServerChoice, DiscordServerMain, DiscordServerTarget } from '../discord-servers.ts';
import { DiscordChannelsAnswer, DiscordRolesAnswer } from '../store-answers.ts';
import { call } from './call.ts';

const done = { success: true };
const server = '391822001983488008';

/** The Discord servers of a store, for the panel. */
export const discord = {
  'POST /discord/main': call({
    id: 'chooseMainDiscordServer',
    access: 'store.connect',
    says: 'Makes one of the Discord servers of a store the main one; what was sold for the former stays there.',
    body: DiscordServerMain,
    answer: Done,
    refusals: ['discord_server_not_found'],
    example: { body: { subdomain: 'cidadealta', server }, answer: done },
  }),
  'POST /discord/disconnect': call({
    id: 'disconnectDiscord',
    access: 'store.connect',
    says: 'Disconnects a Discord server of a store, the main one where none is named; what waits for the last one stays queued.',
    body: DiscordServerTarget,
    answer: Done,
    refusals: ['discord_not_bound', 'discord_server_not_found'],
    example: { body: { subdomain: 'cidadealta', server }, answer: done },
  }),
  'GET /discord/roles': call({
    id: 'listDiscordRoles',
    access: 'catalog.edit',
    limit: 'search',
    says: 'Lists the roles of a connected Discord server, the main one where none is named, highest first, each with whether the bot may give it.',
    query: DiscordServerChoice,
    answer: DiscordRolesAnswer,
    refusals: ['discord_not_bound', 'discord_server_not_found', 'discord_unavailable'],
    example: {
      query: { server },
      answer: {
        ...done,
        roles: [{ id: '123456789012345678', name: 'VIP Ouro', color: '#f1c40f', assignable: true, reason: null }],
      },
    },
  }),
  'GET /discord/channels': call({
    id: 'listDiscordChannels',
    access: 'catalog.edit',
    alsoMay: ['store.edit'],
    limit: 'search',
    says: 'Lists the text channels of a connected Discord server, the main one where none is named, each with why the bot cannot write in it.',
    query: DiscordServerChoice,
    answer: DiscordChannelsAnswer,
    refusals: ['discord_not_bound', 'discord_server_not_found', 'discord_unavailable'],
    example: {
      query: { server },
      answer: { ...done, channels: [{ id: '123456789012345678', name: 'compras', reason: null }] },
    },
  }),
};
