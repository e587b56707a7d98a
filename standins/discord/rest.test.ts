import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DiscordStandin, startDiscord } from './discord.ts';
import { DEMO } from './seed.ts';
import { asBot, authorize, exchange, get, REDIRECT } from './testing.ts';

let discord: DiscordStandin;
beforeAll(async () => {
  discord = await startDiscord({ redirectUris: [REDIRECT] });
});
afterAll(() => discord.close());
beforeEach(() => {
  discord.control.reset();
  discord.control.setLimits({ writesPerWindow: 1000, readsPerWindow: 1000, globalPerSecond: 1000 });
});

const { cidadeAlta: guild, vilaNova, bruno, eva, fabio, ana, vip, morador } = DEMO;
const role = (roleId: string, userId: string = bruno) => `/guilds/${guild}/members/${userId}/roles/${roleId}`;
const UNKNOWN_ID = '111111111111111111';

describe('giving and taking a role', () => {
  test('gives a role once, with the decoded reason in the audit log; a repeat leaves no second entry', async () => {
    const headers = { 'x-audit-log-reason': encodeURIComponent('Pedido 12: cargo VIP, 30 dias é isso') };
    expect((await asBot(discord, 'PUT', role(vip), { headers })).status).toBe(204);
    expect((await asBot(discord, 'PUT', role(vip), { headers })).status).toBe(204);
    expect(discord.control.rolesOf(guild, bruno)).toEqual([morador, vip]);
    expect(discord.control.auditLog(guild)).toMatchObject([
      { action: 'MEMBER_ROLE_UPDATE', targetId: bruno, reason: 'Pedido 12: cargo VIP, 30 dias é isso' },
    ]);
  });

  test('takes a role', async () => {
    expect((await asBot(discord, 'DELETE', role(morador))).status).toBe(204);
    expect(discord.control.rolesOf(guild, bruno)).toEqual([]);
  });

  test.each([
    ['a role above the bot', () => role(DEMO.moderacao), 403, 50013],
    ['a managed role', () => role(DEMO.impulsionador), 400, 50028],
    ['@everyone', () => role(guild), 400, 50028],
    ['a role that does not exist', () => role(UNKNOWN_ID), 404, 10011],
    ['a person who does not exist', () => role(vip, UNKNOWN_ID), 404, 10013],
    ['a person outside the server', () => role(vip, fabio), 404, 10007],
    ['a server without the bot', () => `/guilds/${vilaNova}/members/${bruno}/roles/${vip}`, 404, 10004],
    ['a server that does not exist', () => `/guilds/${UNKNOWN_ID}/members/${bruno}/roles/${vip}`, 404, 10004],
    ['a text that is no id', () => role('vip'), 400, 50035],
  ])('refuses %s', async (_name, path, status, code) => {
    const answer = await asBot(discord, 'PUT', path());
    expect(answer.status).toBe(status);
    expect(answer.json.code).toBe(code);
  });

  test('the order of roles counts again after a role was dragged', async () => {
    discord.control.moveRole(guild, DEMO.moderacao, 1);
    expect((await asBot(discord, 'PUT', role(DEMO.moderacao))).status).toBe(204);
  });

  test('without MANAGE_ROLES every role is refused', async () => {
    discord.control.kickBot(guild);
    discord.control.addBot(guild, '4');
    expect((await asBot(discord, 'PUT', role(morador))).json.code).toBe(50013);
  });

  test('an invited bot is at the bottom until its role is dragged up', async () => {
    discord.control.addBot(vilaNova, '268435456');
    const path = async () => {
      const roles = (await asBot(discord, 'GET', `/guilds/${vilaNova}/roles`)).json as unknown as {
        id: string;
        name: string;
        managed: boolean;
      }[];
      return {
        cidadao: roles.find((each) => each.name === 'Cidadão')?.id ?? '',
        bot: roles.find((each) => each.managed)?.id ?? '',
      };
    };
    const { cidadao, bot } = await path();
    const give = () => asBot(discord, 'PUT', `/guilds/${vilaNova}/members/${bruno}/roles/${cidadao}`);
    expect((await give()).json.code).toBe(50013);
    discord.control.moveRole(vilaNova, bot, 2);
    expect((await give()).status).toBe(204);
  });

  test('a server that demands a second factor asks the bot’s owner for one', async () => {
    const { guildIds } = discord.control.seed({
      guilds: [
        {
          name: 'Segura',
          ownerId: ana,
          mfaLevel: 1,
          members: [{ userId: bruno }],
          roles: [{ id: '300000000000000003', name: 'R' }],
        },
      ],
    });
    const path = `/guilds/${guildIds[0]}/members/${bruno}/roles/300000000000000003`;
    discord.control.setOwnerMfa(false);
    expect((await asBot(discord, 'PUT', path)).json.code).toBe(60003);
    discord.control.setOwnerMfa(true);
    expect((await asBot(discord, 'PUT', path)).status).toBe(204);
  });

  test('where reports disagree the test chooses', async () => {
    discord.control.setBehaviour({ roleToNonMember: 'silent', missingBot: 'missing-access' });
    expect((await asBot(discord, 'PUT', role(vip, fabio))).status).toBe(204);
    expect(discord.control.rolesOf(guild, fabio)).toBeUndefined();
    const removed = await asBot(discord, 'GET', `/guilds/${vilaNova}`);
    expect([removed.status, removed.json.code]).toEqual([403, 50001]);
  });

  test('a deleted role is 10011, a kicked bot 10004', async () => {
    discord.control.deleteRole(guild, vip);
    expect((await asBot(discord, 'PUT', role(vip))).json.code).toBe(10011);
    discord.control.kickBot(guild);
    expect((await asBot(discord, 'PUT', role(morador))).json.code).toBe(10004);
  });
});

describe('bans', () => {
  const path = (userId: string) => `/guilds/${guild}/bans/${userId}`;

  test('bans a member and a person outside, repeats without harm, and ends a ban', async () => {
    for (const userId of [bruno, fabio, bruno]) {
      expect((await asBot(discord, 'PUT', path(userId), { body: { delete_message_seconds: 0 } })).status).toBe(204);
    }
    expect(discord.control.rolesOf(guild, bruno)).toBeUndefined();
    expect((await asBot(discord, 'GET', path(fabio))).json).toMatchObject({ reason: null, user: { id: fabio } });
    expect((await asBot(discord, 'DELETE', path(bruno))).status).toBe(204);
    expect((await asBot(discord, 'DELETE', path(bruno))).json.code).toBe(10026);
    expect((await asBot(discord, 'GET', path(bruno))).json.code).toBe(10026);
    expect(discord.control.auditLog(guild).map((entry) => entry.action)).toEqual([
      'MEMBER_BAN_REMOVE',
      'MEMBER_BAN_ADD',
      'MEMBER_BAN_ADD',
    ]);
  });

  test.each([
    ['the owner', ana, 50013],
    ['a member who ranks above the bot', eva, 50013],
    ['a person who does not exist', UNKNOWN_ID, 10013],
  ])('cannot ban %s', async (_name, userId, code) => {
    expect((await asBot(discord, 'PUT', path(userId))).json.code).toBe(code);
  });

  test('checks the body', async () => {
    const answer = await asBot(discord, 'PUT', path(bruno), { body: { delete_message_seconds: 604_801 } });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: 50035, errors: { delete_message_seconds: { _errors: [{}] } } });
    const broken = await fetch(`${discord.apiUrl}/v10${path(bruno)}`, {
      method: 'PUT',
      headers: {
        authorization: `Bot ${discord.botToken}`,
        'user-agent': 'DiscordBot (https://a.b, 1)',
        'content-type': 'application/json',
      },
      body: '{',
    });
    expect([broken.status, await broken.json()]).toMatchObject([400, { code: 50109 }]);
  });

  test('limits bans of people outside the server', async () => {
    discord.control.setBehaviour({ nonMemberBanLimit: 0 });
    expect((await asBot(discord, 'PUT', path(fabio))).json.code).toBe(30035);
    expect((await asBot(discord, 'PUT', path(bruno))).status).toBe(204);
  });
});

describe('the checks before every route', () => {
  test('need a right token, a version and a proper User-Agent', async () => {
    const url = `${discord.apiUrl}/v10/users/@me`;
    expect((await get(url, { authorization: 'Bot wrong' })).json).toEqual({ message: '401: Unauthorized', code: 0 });
    const bot = { authorization: `Bot ${discord.botToken}` };
    expect((await get(url, { ...bot, 'user-agent': 'curl/8' })).json.code).toBe(40333);
    expect((await get(`${discord.apiUrl}/users/@me`, bot)).json.code).toBe(50041);
    expect((await asBot(discord, 'GET', '/nothing')).json).toEqual({ message: '404: Not Found', code: 0 });
    discord.control.setBotToken('a-new-one');
    expect((await asBot(discord, 'GET', '/users/@me')).status).toBe(401);
  });

  test('show server, roles, member and the bot itself', async () => {
    const shown = await asBot(discord, 'GET', `/guilds/${guild}`);
    expect(shown.json).toMatchObject({ id: guild, owner_id: ana, mfa_level: 0 });
    const roles = (await asBot(discord, 'GET', `/guilds/${guild}/roles`)).json as unknown as { id: string }[];
    expect(roles).toContainEqual(expect.objectContaining({ id: vip, managed: false, permissions: '0', position: 2 }));
    const member = await asBot(discord, 'GET', `/guilds/${guild}/members/${bruno}`);
    expect(member.json).toMatchObject({ user: { id: bruno, global_name: 'Bruno Lima' }, roles: [morador] });
    expect(member.json.user).not.toHaveProperty('email');
    expect((await asBot(discord, 'GET', `/guilds/${guild}/members/${fabio}`)).json.code).toBe(10007);
    expect((await asBot(discord, 'GET', '/users/@me')).json).toMatchObject({ id: discord.clientId, bot: true });
    const application = await asBot(discord, 'GET', '/applications/@me');
    expect(application.json).toMatchObject({ id: discord.clientId, verify_key: discord.publicKey });
  });

  test('a person may be added with their own consent', async () => {
    const path = `/guilds/${guild}/members/${fabio}`;
    const code = (await authorize(discord, fabio, { scope: 'identify guilds.join' })).get('code') ?? '';
    const { json } = await exchange(discord, code);
    expect((await asBot(discord, 'PUT', path, { body: json })).json.code).toBe(50013);
    discord.control.addBot(guild, '268435457');
    expect((await asBot(discord, 'PUT', path, { body: { access_token: 'x' } })).json.code).toBe(50025);
    expect((await asBot(discord, 'PUT', path, { body: json })).status).toBe(201);
    expect((await asBot(discord, 'PUT', path, { body: json })).status).toBe(204);
  });

  test('a read may show an old state after a change', async () => {
    discord.control.faults.add({ kind: 'lag', match: { method: 'PUT', path: '/api/v10/guilds' }, ms: 60_000 });
    await asBot(discord, 'PUT', role(vip));
    const path = `/guilds/${guild}/members/${bruno}`;
    expect((await asBot(discord, 'GET', path)).json.roles).toEqual([morador]);
    discord.control.clock.advance(61_000);
    expect((await asBot(discord, 'GET', path)).json.roles).toEqual([morador, vip]);
  });
});
