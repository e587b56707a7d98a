import { Done, id } from '../common.ts';
import { limits } from '../limits.ts';
import { ServerCreate, ServerDecide, ServerEdit, ServerRcon, ServerTarget } from '../servers.ts';
import { StoreTokenAnswer, StoreTokenMade } from '../store-answers.ts';
import { call } from './call.ts';

const done = { success: true };
const subdomain = 'cidadealta';
const server = '06h0dkm2c5bz';
const apiToken = 'vtr_9Qm2vX7tR4kLw0sYbZ3hD8nJ6pFaGcEuViTo1KxNqMd';

/** The game servers of a store. `GET /store/connection` lists them with their state. */
export const servers = {
  'POST /servers/create': call({
    id: 'createServer',
    access: 'store.connect',
    stepUp: true,
    says: 'Adds a game server to a store, with a token of its own.',
    body: ServerCreate,
    answer: StoreTokenMade.extend({ id }),
    refusals: ['server_limit', 'server_name_taken', 'rate_limited'],
    example: { body: { subdomain, name: 'Cidade Baixa', game: 'fivem' }, answer: { ...done, id: server, apiToken } },
  }),
  'POST /servers/edit': call({
    id: 'editServer',
    access: 'store.connect',
    says: 'Changes the name of a game server, its game while nothing spoke to it, and after how long a silent one may be replaced.',
    body: ServerEdit,
    answer: Done,
    refusals: ['server_not_found', 'server_name_taken', 'server_game_stays'],
    example: {
      body: { subdomain, id: server, name: 'Cidade Baixa', silenceMinutes: limits.silenceMinutes, identity: 'city_id' },
      answer: done,
    },
  }),
  'POST /servers/token': call({
    id: 'readServerToken',
    access: 'store.connect',
    stepUp: true,
    says: 'Shows the identification token of one game server.',
    body: ServerTarget,
    answer: StoreTokenAnswer,
    refusals: ['server_not_found'],
    example: { body: { subdomain, id: server }, answer: { ...done, apiToken } },
  }),
  'POST /servers/token/rotate': call({
    id: 'rotateServerToken',
    access: 'store.connect',
    stepUp: true,
    says: 'Makes a new token for one game server; the former one works for 24 more hours.',
    body: ServerTarget,
    answer: StoreTokenMade,
    refusals: ['server_not_found', 'rate_limited'],
    example: { body: { subdomain, id: server }, answer: { ...done, apiToken } },
  }),
  'POST /servers/decide': call({
    id: 'decideServer',
    access: 'store.connect',
    stepUp: true,
    says: 'Approves or refuses a running script that waits for the place of a game server.',
    body: ServerDecide,
    answer: Done,
    refusals: ['server_not_found'],
    example: { body: { subdomain, id: '06h0dkn7c1wq', accept: true }, answer: done },
  }),
  'POST /servers/rcon': call({
    id: 'connectServerByRcon',
    access: 'store.connect',
    stepUp: true,
    says: 'Lets a Minecraft server get its commands over RCON instead of a plugin, once a login with this address and password worked.',
    body: ServerRcon,
    answer: Done,
    refusals: ['server_not_found', 'rcon_game', 'rcon_address', 'rcon_unreachable', 'rcon_password', 'rate_limited'],
    example: {
      body: { subdomain, id: server, host: 'mc.cidadealta.com.br', port: 25575, password: 'uma senha longa' },
      answer: done,
    },
  }),
  'POST /servers/rcon/remove': call({
    id: 'removeServerRcon',
    access: 'store.connect',
    stepUp: true,
    says: 'Forgets the RCON address and password of a game server, so that a plugin can take its place.',
    body: ServerTarget,
    answer: Done,
    refusals: ['server_not_found'],
    example: { body: { subdomain, id: server }, answer: done },
  }),
  'POST /servers/end': call({
    id: 'endServer',
    access: 'store.connect',
    stepUp: true,
    says: 'Removes a game server that is not the first and has no open deliveries; its token ends now.',
    body: ServerTarget,
    answer: Done,
    refusals: ['server_not_found', 'server_first', 'server_in_use'],
    example: { body: { subdomain, id: server }, answer: done },
  }),
};
