import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RunningServer } from '../lib/server.ts';
import { type DiscordStandin, startDiscord } from './discord.ts';
import { DEMO } from './seed.ts';
import { createSigningKey } from './signing.ts';
import { type Answer, asBot, postForm, type Received, startApplication } from './testing.ts';

const COMMANDS = [
  {
    name: 'conectar',
    description: 'Conecta este servidor à sua loja',
    type: 1,
    contexts: [0],
    default_member_permissions: '32',
    options: [
      { type: 3, name: 'token', description: 'Token da loja', required: true, min_length: 20, max_length: 100 },
    ],
  },
  { name: 'status', description: 'Mostra a conexão', type: 1, contexts: [0] },
];

let discord: DiscordStandin;
let product: RunningServer & { received: Received[] };
let answer: (body: Record<string, unknown>) => unknown;

const hello = { type: 4, data: { content: 'Conectado', flags: 64, allowed_mentions: { parse: [] } } };
const saveUrl = (url: string | null): Promise<Answer> =>
  asBot(discord, 'PATCH', '/applications/@me', { body: { interactions_endpoint_url: url } });
const register = (commands: unknown): Promise<Answer> =>
  asBot(discord, 'PUT', `/applications/${discord.clientId}/commands`, { body: commands });

beforeAll(async () => {
  discord = await startDiscord();
  product = await startApplication(discord.publicKey, (body) => answer(body));
});
afterAll(() => Promise.all([discord.close(), product.close()]));
beforeEach(async () => {
  discord.control.reset();
  discord.control.setLimits({ writesPerWindow: 1000, readsPerWindow: 1000, globalPerSecond: 1000 });
  answer = () => hello;
  await register(COMMANDS);
  expect((await saveUrl(`${product.url}/discord/interactions`)).status).toBe(200);
  product.received.length = 0;
});

const run = (more: object = {}) =>
  discord.control.sendInteraction({ command: 'status', user: DEMO.ana, guild: DEMO.cidadeAlta, ...more });
/** The webhook address of the newest interaction's token, as the application knows it. */
const webhook = () => `/webhooks/${discord.clientId}/${product.received.at(-1)?.body.token}`;

describe('saving the interactions URL', () => {
  test('is refused when the address verifies no signatures', async () => {
    const careless = await startApplication(discord.publicKey, () => hello);
    const refused = await saveUrl(`${careless.url}/elsewhere`);
    await careless.close();
    expect(refused.status).toBe(400);
    expect(refused.json).toMatchObject({ code: 50035, errors: { interactions_endpoint_url: {} } });
    const application = await asBot(discord, 'GET', '/applications/@me');
    expect(application.json.interactions_endpoint_url).toBe(`${product.url}/discord/interactions`);
  });

  test('is refused for another key, another machine, and an invalid URL', async () => {
    const stranger = await startApplication(createSigningKey().publicKeyHex, () => hello);
    for (const url of [`${stranger.url}/discord/interactions`, 'http://example.com/x', 'https://127.0.0.1/x', 'nada']) {
      expect((await saveUrl(url)).status).toBe(400);
    }
    await stranger.close();
  });

  test('names under localhost mean this machine; null removes the address', async () => {
    const url = product.url.replace('127.0.0.1', 'vitrine.localhost');
    expect((await saveUrl(`${url}/discord/interactions`)).status).toBe(200);
    expect((await saveUrl(null)).json.interactions_endpoint_url).toBeNull();
    await expect(run()).rejects.toThrow(RangeError);
  });
});

describe('registering commands', () => {
  test('replaces all, and a name that stays keeps its id', async () => {
    const list = () => asBot(discord, 'GET', `/applications/${discord.clientId}/commands`);
    const before = (await list()).json as unknown as { id: string; name: string }[];
    await register([COMMANDS[1]]);
    const after = (await list()).json as unknown as { id: string; name: string }[];
    expect(after).toHaveLength(1);
    expect(after[0]?.id).toBe(before.find((command) => command.name === 'status')?.id);
  });

  test.each([
    ['an upper-case name', [{ name: 'Status', description: 'x' }], '0.name'],
    ['no description', [{ name: 'a' }], '0.description'],
    [
      'two of a name',
      [
        { name: 'a', description: 'x' },
        { name: 'a', description: 'y' },
      ],
      '1.name',
    ],
    [
      'a required option after an optional one',
      [
        {
          name: 'a',
          description: 'x',
          options: [
            { type: 3, name: 'b', description: 'x' },
            { type: 3, name: 'c', description: 'x', required: true },
          ],
        },
      ],
      '0.options.1',
    ],
  ])('refuses %s', async (_name, commands, path) => {
    const { status, json } = await register(commands);
    expect([status, json.code]).toEqual([400, 50035]);
    const found = path.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], json.errors);
    expect(found).toMatchObject({ _errors: [{ message: expect.any(String) }] });
  });

  test('refuses another application', async () => {
    const answered = await asBot(discord, 'PUT', `/applications/${DEMO.ana}/commands`, { body: [] });
    expect(answered.json.code).toBe(20012);
  });
});

describe('running a command', () => {
  test('sends a signed payload and keeps the answer', async () => {
    const token = 't'.repeat(24);
    const sent = await run({ command: 'conectar', options: { token } });
    expect(sent).toMatchObject({ state: 'answered', status: 200, problem: null });
    expect(sent.messages).toMatchObject([{ content: 'Conectado', flags: 64 }]);
    expect(product.received[0]?.body).toMatchObject({
      type: 2,
      application_id: discord.clientId,
      guild_id: DEMO.cidadeAlta,
      app_permissions: expect.stringMatching(/^\d+$/),
      member: { user: { id: DEMO.ana }, roles: [] },
      data: { name: 'conectar', options: [{ name: 'token', type: 3, value: token }] },
    });
  });

  test('permissions come from the roles, or from the test; a direct message has a user and no member', async () => {
    await run({ user: DEMO.eva });
    const member = product.received[0]?.body.member as { permissions: string } | undefined;
    expect(BigInt(member?.permissions ?? 0) & 32n).toBe(32n);
    await run({ permissions: '8' });
    expect(product.received[1]?.body).toMatchObject({ member: { permissions: '8' } });
    await run({ guild: undefined });
    expect(product.received[2]?.body).toMatchObject({ user: { id: DEMO.ana }, context: 1 });
    expect(product.received[2]?.body).not.toHaveProperty('member');
  });

  test.each(['bad-signature', 'no-signature', 'old-timestamp', 'body-changed'] as const)(
    '%s is refused with 401',
    async (variant) => {
      const sent = await run({ variant });
      expect([sent.status, sent.state, product.received.length]).toEqual([401, 'failed', 0]);
    },
  );

  test('a replay is the same request again', async () => {
    await run();
    const again = await run({ variant: 'replay' });
    expect(again.status).toBe(200);
    expect(product.received[1]).toEqual(product.received[0]);
  });

  test('an answer that Discord would not show is a failure', async () => {
    const wrong = [
      { type: 1 },
      { type: 4, data: { content: '' } },
      { type: 4, data: { content: 'x'.repeat(2001) } },
      { type: 4, data: { content: 'x', allowed_mentions: { parse: ['all'] } } },
      'olá',
    ];
    for (const body of wrong) {
      answer = () => body;
      const sent = await run();
      expect(sent.state).toBe('failed');
      expect(sent.problem).not.toBeNull();
    }
  });

  test('no answer within 3 s is a failure, and a later callback is refused', async () => {
    answer = () => undefined;
    const sent = await run();
    expect([sent.state, sent.status]).toEqual(['failed', null]);
    expect(sent.elapsedMs).toBeGreaterThanOrEqual(2900);
    const late = await asBot(discord, 'POST', `/interactions/${sent.id}/${sent.token}/callback`, { body: hello });
    expect(late.json.code).toBe(10062);
  });

  test('later: the text arrives by editing @original', async () => {
    answer = () => ({ type: 5, data: { flags: 64 } });
    const sent = await run();
    expect(sent.state).toBe('deferred');
    const filled = discord.control.waitForInteraction(({ id, state }) => id === sent.id && state === 'answered');
    const edit = await asBot(discord, 'PATCH', `${webhook()}/messages/@original`, {
      body: { content: 'Pronto' },
      headers: { authorization: '' },
    });
    expect(edit.json).toMatchObject({ content: 'Pronto', flags: 64 });
    expect((await filled).messages).toMatchObject([{ content: 'Pronto' }]);
    expect((await asBot(discord, 'POST', webhook(), { body: { content: 'E mais' } })).status).toBe(200);
    expect(discord.control.interactions()[0]?.messages).toHaveLength(2);
  });

  test('webhook tokens end after 15 minutes, and unknown ones are 10015', async () => {
    await run();
    const path = `${webhook()}/messages/@original`;
    expect((await asBot(discord, 'GET', path)).json).toMatchObject({ content: 'Conectado' });
    expect((await asBot(discord, 'PATCH', path, { body: { content: '' } })).json.code).toBe(50035);
    const unknown = `/webhooks/${discord.clientId}/nada/messages/@original`;
    expect((await asBot(discord, 'GET', unknown)).json.code).toBe(10015);
    discord.control.clock.advance(901_000);
    expect((await asBot(discord, 'PATCH', path, { body: { content: 'x' } })).json.code).toBe(50027);
  });

  test('the callback route answers instead of the response, once', async () => {
    const codes: unknown[] = [];
    answer = async ({ id, token }) => {
      const path = `/interactions/${id}/${token}/callback`;
      for (let count = 0; count < 2; count++) {
        const { status, json } = await asBot(discord, 'POST', path, { body: hello });
        codes.push(json.code ?? status);
      }
      return '';
    };
    const sent = await run();
    expect(codes).toEqual([204, 40060]);
    expect(sent).toMatchObject({ state: 'answered', messages: [{ content: 'Conectado' }] });
  });

  test('needs a registered command, a member and the bot in the server', async () => {
    await expect(run({ command: 'nada' })).rejects.toThrow('/nada');
    await expect(run({ user: DEMO.fabio })).rejects.toThrow('não está neste servidor');
    await expect(run({ guild: DEMO.vilaNova })).rejects.toThrow('aplicativo');
  });
});

describe('the developer’s page', () => {
  const form = (action: string, fields: Record<string, string>) =>
    postForm(`${discord.url}/__control/form/${action}`, fields);
  const page = async () => (await fetch(discord.url)).text();

  test('runs a command and shows the answer, later ones too', async () => {
    answer = ({ token }) => {
      const path = `/webhooks/${discord.clientId}/${token}/messages/@original`;
      setTimeout(() => void asBot(discord, 'PATCH', path, { body: { content: '<b>Loja</b> ligada' } }), 30);
      return { type: 5 };
    };
    const fields = { user: DEMO.ana, guild: DEMO.cidadeAlta, command: 'status', 'option.token': 'sobra' };
    expect((await form('command', fields)).status).toBe(303);
    expect(await page()).toContain('&lt;b&gt;Loja&lt;/b&gt; ligada');
    expect(product.received[0]?.body.data).toMatchObject({ options: [] });
  });

  test('has labelled forms for people, roles and the bot', async () => {
    const before = await page();
    for (const text of ['Executar comando', 'Usuário', 'Servidor', 'Opção token', 'Expulsar o bot de Cidade Alta RP']) {
      expect(before).toContain(text);
    }
    const guild = DEMO.cidadeAlta;
    await form('join', { guild, user: DEMO.fabio });
    await form('leave', { guild, user: DEMO.bruno });
    await form('move-role', { guild, role: DEMO.vip, position: '6' });
    await form('delete-role', { guild, role: DEMO.vipOuro });
    await form('kick-bot', { guild });
    expect(discord.control.rolesOf(guild, DEMO.fabio)).toEqual([]);
    expect(discord.control.rolesOf(guild, DEMO.bruno)).toBeUndefined();
    const after = await page();
    expect(after).toContain('Convidar o bot para Cidade Alta RP');
    expect(after).not.toContain('VIP Ouro');
  });

  test('says in pt-BR why something is not possible', async () => {
    const refused = await form('leave', { guild: DEMO.cidadeAlta, user: DEMO.ana });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('O dono não pode sair do servidor.');
  });
});
