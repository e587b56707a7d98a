import { Done } from '../common.ts';
import { DiscordChannelsAnswer, DiscordRolesAnswer } from '../store-answers.ts';
import { StoreTarget } from '../stores.ts';
import { call } from './call.ts';

const done = { success: true };

/** The Discord server of a store, for the panel. */
export const discord = {
  'POST /discord/disconnect': call({
    id: 'disconnectDiscord',
    access: 'store.connect',
    says: 'Disconnects the Discord server of a store; what waits for it stays queued.',
    body: StoreTarget,
    answer: Done,
    refusals: ['discord_not_bound'],
    example: { body: { subdomain: 'cidadealta' }, answer: done },
  }),
  'GET /discord/roles': call({
    id: 'listDiscordRoles',
    access: 'catalog.edit',
    limit: 'search',
    says: 'Lists the roles of the connected Discord server, highest first, each with whether the bot may give it.',
    answer: DiscordRolesAnswer,
    refusals: ['discord_not_bound', 'discord_unavailable'],
    example: {
      answer: {
        ...done,
        roles: [{ id: '123456789012345678', name: 'VIP Ouro', color: '#f1c40f', assignable: true, reason: null }],
      },
    },
  }),
  'GET /discord/channels': call({
    id: 'listDiscordChannels',
    access: 'catalog.edit',
    limit: 'search',
    says: 'Lists the text channels of the connected Discord server, each with why the bot cannot write in it.',
    answer: DiscordChannelsAnswer,
    refusals: ['discord_not_bound', 'discord_unavailable'],
    example: {
      answer: { ...done, channels: [{ id: '123456789012345678', name: 'compras', reason: null }] },
    },
  }),
};
