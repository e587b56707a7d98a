import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DiscordStandin, startDiscord } from './discord.ts';
import { DEMO } from './seed.ts';
import { asBot, authorize, exchange, get, makePkce, postForm, REDIRECT } from './testing.ts';

let discord: DiscordStandin;
beforeAll(async () => {
  discord = await startDiscord({ redirectUris: [REDIRECT] });
});
afterAll(() => discord.close());
beforeEach(() => discord.control.reset());

const codeFor = async (userId: string, query: Record<string, string> = {}): Promise<string> =>
  (await authorize(discord, userId, query)).get('code') ?? '';

const INVALID = { error: 'invalid_grant', error_description: 'Invalid "code" in request.' };
const me = (token: unknown) =>
  get(`${discord.apiUrl}/v10/users/@me`, { authorization: `Bearer ${token}`, 'user-agent': 'node' });

describe('the consent page', () => {
  const page = (query: Record<string, string>) => get(`${discord.authorizeUrl}?${new URLSearchParams(query)}`);
  const good = () => ({
    response_type: 'code',
    client_id: discord.clientId,
    scope: 'identify email',
    redirect_uri: REDIRECT,
  });

  test('offers people and two buttons in pt-BR', async () => {
    const { status, text } = await page(good());
    expect(status).toBe(200);
    for (const words of ['Autorizar', 'Cancelar', 'Entrar como', 'Bruno Lima', 'endereço de e-mail']) {
      expect(text).toContain(words);
    }
  });

  test.each([
    ['another redirect', { redirect_uri: `${REDIRECT}/` }],
    ['an unknown client', { client_id: '123456789012345678' }],
    ['an unknown scope', { scope: 'identify everything' }],
    ['another response type', { response_type: 'token' }],
  ])('%s gets an error page and no redirect', async (_name, change) => {
    const { status, headers, text } = await page({ ...good(), ...change });
    expect(status).toBe(400);
    expect(headers.get('location')).toBeNull();
    expect(text).toContain('role="alert"');
  });

  test('a cancel returns access_denied and the state', async () => {
    const query = await authorize(discord, DEMO.bruno, {}, { decision: 'cancel' });
    expect(Object.fromEntries(query)).toEqual({
      error: 'access_denied',
      error_description: 'The resource owner or authorization server denied the request',
      state: 'estado',
    });
  });

  test('markup in the state stays text', async () => {
    const { text } = await page({ ...good(), state: '"><script>x</script>' });
    expect(text).not.toContain('<script>x');
  });

  test('prompt=none skips the page only for a person who authorized before', async () => {
    const query = { ...good(), prompt: 'none' };
    const first = await page(query);
    expect(first.status).toBe(200);
    await exchange(discord, await codeFor(DEMO.bruno));
    const cookie = `discord_standin_user=${DEMO.bruno}`;
    const again = await get(`${discord.authorizeUrl}?${new URLSearchParams(query)}`, { cookie });
    expect(again.headers.get('location')).toContain('code=');
  });
});

describe('exchanging a code', () => {
  test('returns tokens and the person', async () => {
    const answer = await exchange(discord, await codeFor(DEMO.bruno));
    expect(answer.json).toMatchObject({ token_type: 'Bearer', expires_in: 604_800, scope: 'identify email' });
    const { json } = await me(answer.json.access_token);
    expect(json).toMatchObject({ id: DEMO.bruno, username: 'bruno_rp', email: 'bruno@exemplo.com.br', verified: true });
  });

  test('shows missing and unverified e-mails unchanged, and none without the scope', async () => {
    const carla = await exchange(discord, await codeFor(DEMO.carla));
    expect((await me(carla.json.access_token)).json).toMatchObject({ email: null, global_name: null });
    const davi = await exchange(discord, await codeFor(DEMO.davi));
    expect((await me(davi.json.access_token)).json).toMatchObject({ verified: false });
    const quiet = await exchange(discord, await codeFor(DEMO.bruno, { scope: 'identify' }));
    expect((await me(quiet.json.access_token)).json).not.toHaveProperty('email');
  });

  test('a code works once', async () => {
    const code = await codeFor(DEMO.bruno);
    expect((await exchange(discord, code)).status).toBe(200);
    const again = await exchange(discord, code);
    expect([again.status, again.json]).toEqual([400, INVALID]);
  });

  test('a code lives 100 s', async () => {
    const [young, old] = [await codeFor(DEMO.bruno), await codeFor(DEMO.bruno)];
    discord.control.clock.advance(95_000);
    expect((await exchange(discord, young)).status).toBe(200);
    discord.control.clock.advance(6_000);
    expect((await exchange(discord, old)).json).toEqual(INVALID);
  });

  test('another redirect and an invented code are invalid_grant', async () => {
    const other = await exchange(discord, await codeFor(DEMO.bruno), { redirect_uri: 'http://vitrine.localhost/' });
    expect([other.status, other.json]).toEqual([400, INVALID]);
    expect((await exchange(discord, 'nada')).json).toEqual(INVALID);
  });

  test('PKCE: the right verifier passes; a wrong, missing or unexpected one fails', async () => {
    const { verifier, challenge } = makePkce();
    const asked = { code_challenge: challenge, code_challenge_method: 'S256' };
    const right = await exchange(discord, await codeFor(DEMO.bruno, asked), { code_verifier: verifier });
    expect(right.status).toBe(200);
    const wrong = await exchange(discord, await codeFor(DEMO.bruno, asked), { code_verifier: makePkce().verifier });
    expect(wrong.json).toEqual(INVALID);
    expect((await exchange(discord, await codeFor(DEMO.bruno, asked))).json).toEqual(INVALID);
    const unasked = await exchange(discord, await codeFor(DEMO.bruno), { code_verifier: verifier });
    expect(unasked.json).toEqual(INVALID);
  });

  test('a wrong secret is 401 invalid_client and leaves the code usable', async () => {
    const code = await codeFor(DEMO.bruno);
    const wrong = await exchange(discord, code, { client_secret: 'errado' });
    expect([wrong.status, wrong.json]).toEqual([401, { error: 'invalid_client' }]);
    const basic = Buffer.from(`${discord.clientId}:${discord.clientSecret}`).toString('base64');
    const form = { grant_type: 'authorization_code', redirect_uri: REDIRECT, code };
    const url = `${discord.apiUrl}/v10/oauth2/token`;
    expect((await postForm(url, form, { authorization: `Basic ${basic}` })).status).toBe(200);
  });

  test('JSON is refused', async () => {
    const response = await fetch(`${discord.apiUrl}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'authorization_code' }),
    });
    expect(response.status).toBe(415);
  });
});

describe('tokens', () => {
  const client = () => ({ client_id: discord.clientId, client_secret: discord.clientSecret });
  const tokenUrl = () => `${discord.apiUrl}/oauth2/token`;

  test('a refresh token is replaced', async () => {
    const { json } = await exchange(discord, await codeFor(DEMO.bruno));
    const form = { ...client(), grant_type: 'refresh_token', refresh_token: String(json.refresh_token) };
    const next = await postForm(tokenUrl(), form);
    expect((await me(next.json.access_token)).status).toBe(200);
    const again = await postForm(tokenUrl(), form);
    expect(again.json).toEqual({
      error: 'invalid_grant',
      error_description: 'Invalid "refresh_token" in request.',
    });
  });

  test('revoking one ends all tokens of that person; an unknown one is accepted', async () => {
    const first = await exchange(discord, await codeFor(DEMO.bruno));
    const second = await exchange(discord, await codeFor(DEMO.bruno));
    const other = await exchange(discord, await codeFor(DEMO.davi));
    const revoke = (token: unknown) => postForm(`${tokenUrl()}/revoke`, { ...client(), token: String(token) });
    expect((await revoke('nada')).status).toBe(200);
    expect((await revoke(first.json.access_token)).status).toBe(200);
    expect((await me(second.json.access_token)).status).toBe(401);
    expect((await me(other.json.access_token)).status).toBe(200);
  });

  test('end after a week; /oauth2/@me names scopes and expiry', async () => {
    const { json } = await exchange(discord, await codeFor(DEMO.bruno));
    const about = () =>
      get(`${discord.apiUrl}/v10/oauth2/@me`, { authorization: `Bearer ${json.access_token}`, 'user-agent': 'node' });
    expect((await about()).json).toMatchObject({ scopes: ['identify', 'email'], user: { id: DEMO.bruno } });
    discord.control.clock.advance(604_801_000);
    expect((await about()).status).toBe(401);
  });
});

describe('inviting the bot', () => {
  const invite = (form: Record<string, string>, query: Record<string, string> = {}) =>
    postForm(
      `${discord.authorizeUrl}?${new URLSearchParams({
        client_id: discord.clientId,
        scope: 'bot applications.commands',
        permissions: '268435460',
        ...query,
      })}`,
      { user: DEMO.ana, guild: DEMO.vilaNova, decision: 'authorize', ...form },
    );

  test('adds it with the bits that stayed ticked', async () => {
    const answer = await invite({ permission: '268435456' });
    expect(answer.text).toContain('Autorizado');
    const guilds = (await asBot(discord, 'GET', '/users/@me/guilds')).json as unknown as {
      id: string;
      permissions: string;
    }[];
    const bits = BigInt(guilds.find((guild) => guild.id === DEMO.vilaNova)?.permissions ?? 0);
    expect([bits & 268435456n, bits & 4n]).toEqual([268435456n, 0n]);
  });

  test('needs a person who manages the server, and the server of the invitation', async () => {
    expect((await invite({ user: DEMO.bruno })).status).toBe(400);
    const fixed = { guild_id: DEMO.cidadeAlta, disable_guild_select: 'true' };
    expect((await invite({}, fixed)).status).toBe(400);
  });

  test('with a code, the token answer names the server', async () => {
    const query = await authorize(
      discord,
      DEMO.ana,
      { scope: 'bot applications.commands identify', permissions: '4' },
      { guild: DEMO.vilaNova, permission: '4' },
    );
    expect(query.get('guild_id')).toBe(DEMO.vilaNova);
    const { json } = await exchange(discord, query.get('code') ?? '');
    expect(json.guild).toMatchObject({ id: DEMO.vilaNova, name: 'Vila Nova RP' });
  });
});
