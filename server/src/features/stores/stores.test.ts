import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Store } from '@vitrine/contract/store-answers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type MadeStore, makeAccount, makeMember, makeSession, makeStore } from '../../test/make.ts';
import { findStoreByToken } from './game-token.ts';
import { storeUrl } from './public-url.ts';
import { isReservedSubdomain } from './subdomain.ts';

const SELLER = 'APP_USR-1111-112233-abcdef-987654321';
const ARGENTINE = 'APP_USR-2222-112233-abcdef-123456789';

let provider: Server;
let app: TestApp;
let store: MadeStore;

beforeAll(async () => {
  provider = createServer((request, response) => {
    const token = request.headers.authorization?.slice('Bearer '.length);
    const site = { [SELLER]: 'MLB', [ARGENTINE]: 'MLA' }[token ?? ''];
    response.writeHead(token === 'APP_USR-broken-provider' ? 500 : site ? 200 : 401, {
      'content-type': 'application/json',
    });
    response.end(site ? JSON.stringify({ id: 987654321, nickname: 'LOJA', site_id: site, tags: ['test_user'] }) : '{}');
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  app = await createTestApp({
    env: { MERCADOPAGO_API_URL: `http://127.0.0.1:${port}`, DISCORD_CLIENT_ID: '42', DISCORD_BOT_TOKEN: 'b' },
  });
  store = await makeStore(app.db, app.deps.config.secret);
});
afterAll(async () => {
  provider.close();
  await app.close();
});

const person = async () => {
  const account = await makeAccount(app.db);
  return { account, token: await makeSession(app.db, account.id) };
};
const create = (token: string, nameDomain: string, more: object = {}) =>
  app.post('/v1/store/create', { nameStore: 'Cidade Nova', nameDomain, ...more }, { token });
const edit = (target: MadeStore, change: object, token = target.token) =>
  app.post(
    '/v1/store/edit',
    {
      id: target.id,
      nameStore: target.name,
      nameDomain: target.subdomain,
      branding: { primaryColor: '#112233', secondaryColor: '#445566' },
      ...change,
    },
    { token },
  );
const fresh = () => makeStore(app.db, app.deps.config.secret);

test('a new store has its owner, a token, an audit entry and the plan Gratuito', async () => {
  const { account, token } = await person();
  const answer = await create(token, 'Nova-Cidade', { primaryColor: '#abcdef' });
  const { response } = answer.json<{ response: Store }>();
  expect(response).toMatchObject({
    name: 'Cidade Nova',
    subdomain: 'nova-cidade',
    nameDomain: 'nova-cidade',
    primaryColor: '#abcdef',
    role: 'owner',
    status: 'active',
    mercadoPago: { accessToken: '', connected: false },
    settings: { pixMinutes: 30, otherPaymentHours: 24, expireFrom: 'completion', checkDiscord: false },
  });
  expect(response.settings).toMatchObject({ cityCheck: 'warn', density: 'cards' });
  expect(response.url).toBe(app.deps.config.publicUrl.replace('//', '//nova-cidade.'));
  expect(await findStoreByToken(app.db, response.apiToken ?? '')).toBe(response.id);
  const list = (await app.get('/v1/store', { token })).json<{ response: Store[] }>();
  expect(list.response.map(({ subdomain }) => subdomain)).toEqual(['nova-cidade']);
  const audit = await app.db.selectFrom('audit_entry').where('account_id', '=', account.id).select('action').execute();
  expect(audit).toEqual([{ action: 'store.create' }]);
});

test('whoever makes a store learns before whether an address is free', async () => {
  const { token } = await person();
  const ask = async (nameDomain: string) => (await app.post('/v1/store/address', { nameDomain }, { token })).json();
  expect(await ask('CIDADE-que-nao-ha')).toMatchObject({ free: true, text: null });
  expect(await ask('www')).toMatchObject({ free: false, text: 'Este domínio é reservado. Escolha outro.' });
  expect(await ask(store.subdomain)).toMatchObject({ free: false, text: 'Este domínio já está em uso.' });
  expect(await ask('a b')).toMatchObject({ code: 'validation_failed', field: 'nameDomain' });
  const held = { store_id: store.id, subdomain: 'cidade-de-antes', until: new Date(Date.now() + 3_600_000) };
  await app.db.insertInto('subdomain_hold').values(held).execute();
  expect((await ask('cidade-de-antes')).free).toBe(false);
  await app.db
    .updateTable('subdomain_hold')
    .set({ until: new Date() })
    .where('subdomain', '=', held.subdomain)
    .execute();
  expect((await ask('cidade-de-antes')).free).toBe(true);
});

test('a store gets no name that is missing, malformed, reserved or taken', async () => {
  const { token } = await person();
  const outcome = async (name: unknown) => {
    const answer = await app.post('/v1/store/create', { nameStore: 'X', nameDomain: name }, { token });
    return [answer.status, answer.json().code, answer.json().field];
  };
  expect(await outcome('www')).toEqual([422, 'subdomain_reserved', 'nameDomain']);
  expect(await outcome(store.subdomain)).toEqual([409, 'subdomain_taken', 'nameDomain']);
  for (const bad of ['ab', '-abc', 'abc-', 'a b c', 'ação', 'a.b.c', '', undefined, 7, 'x'.repeat(41), 'abc\u0000']) {
    expect((await outcome(bad))[0]).toBe(422);
  }
  const empty = await app.post('/v1/store/create', { nameStore: ' ', nameDomain: 'abcd' }, { token });
  expect(empty.json().error).toBe('Informe o nome da loja!');
  expect([isReservedSubdomain('xn--cidade'), isReservedSubdomain('cidade')]).toEqual([true, false]);
  expect((await app.post('/v1/store/create', {})).status).toBe(401);
});

test('no store gets a name that looks like the platform, a bank or a payment, however it is spelled', () => {
  const refused = `suporte-cidadealta cidadealta-suporte suporte suport3 5uporte suportevitrine vitrine-oficial
    minhavitrine v1trine vitr1ne vltrine vvitrine vitrine2 mercad0pago mercado-pago-br mercadopagobrasil rnercadopago
    mercado-p4go cidade-mercado-pago discord-login discordd d1scord login-cidade nubank nu-bank-pix nub4nk banco-alta
    itau-cartao 1tau bradesco santander pix-cidade p1x cidade-pagamentos pagamento-alta boleto-rp seguranca-alta
    verificar-conta picpay pagseguro paypal caixa-economica bancodobrasil adm1n 4dmin reembolso-alta google-alta santander2x
    caixatem itaucard mpago meupix pagarme willbank bancopan gov-br centraldeajuda ajuda-loja minha-conta conta-rp painel-rp
    adm-rp admin1 login2 loginrp senhas dicsord dicsord-rp rockstargames rockstar-games-br tebex-store cfx-re p4inel-alta`;
  const free = `cidade-alta cidadealta loja-do-joao casa-do-pai mafia-rp transporte-rp policia-federal-rp vip-brasil
    clube-do-pixel pixel-rp picadilha bancada-sul interlagos nova-itaubal admiravel-rp tia-discreta suporta-rp cassino
    logins-nao cidade-53-577aaf cidade-879 rp-stone cidade-inter visa-rp police-staff cidade-577aff
    campago-rp meu-pixel-rp corporacao-rp cidade-alta2 administracao-sul contador-rp caixatempo roubo-rp sacramento-rp
    cidadebr novabrasilia-rp pagode-rp bancarrota-rp bankrupt-city guarda-rp brasil-rp1`;
  const names = (text: string) => text.trim().split(/\s+/);
  expect(names(refused).filter((name) => !isReservedSubdomain(name))).toEqual([]);
  expect(names(free).filter(isReservedSubdomain)).toEqual([]);
});

test('a store that already has a reserved name keeps it', async () => {
  const { token, account } = await person();
  const mine = await makeStore(app.db, app.deps.config.secret, { owner: account });
  await app.db.updateTable('store').set({ subdomain: 'suporte-antigo' }).where('id', '=', mine.id).execute();
  const edit = (nameDomain: string) =>
    app.post(
      '/v1/store/edit',
      {
        id: mine.id,
        nameStore: 'Outro nome',
        nameDomain,
        branding: { primaryColor: '#112233', secondaryColor: '#445566' },
      },
      { token },
    );
  expect((await edit('suporte-antigo')).status).toBe(200);
  expect((await edit('suporte-novo')).json().code).toBe('subdomain_reserved');
});

test('of many people who take one name at once, one gets it', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, person));
  const answers = await Promise.all(people.map(({ token }) => create(token, 'disputada')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
});

test('an account owns at most twenty stores, also when it creates many at once', async () => {
  const { account, token } = await person();
  for (let n = 0; n < 18; n++) await makeStore(app.db, app.deps.config.secret, { owner: { ...account } });
  const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => create(token, `muitas-${n}`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422, 422]);
});

test('the settings, legal data and colours are saved, and absent fields keep their value', async () => {
  const target = await fresh();
  const legal = { name: 'Cidade LTDA', document: '12.345.678/0001-90', address: 'Rua A, 1', contact: 'a@b.com' };
  const first = await edit(target, {
    legal,
    description: 'A melhor',
    settings: { pixMinutes: 60 },
  });
  expect(first.status).toBe(200);
  const second = await edit(target, { settings: { checkDiscord: true } });
  expect(second.json().response).toMatchObject({
    description: 'A melhor',
    legal,
    primaryColor: '#112233',
    settings: { pixMinutes: 60, checkDiscord: true },
  });
  const row = await app.db.selectFrom('store').where('id', '=', target.id).select('page_version').executeTakeFirst();
  expect(row?.page_version).toBe(3);
  const bare = await edit(target, { branding: { secondaryColor: '#445566' } });
  expect([bare.status, bare.json().error]).toEqual([422, 'Cor primária é obrigatória']);
  const image = await edit(target, {
    branding: { primaryColor: '#112233', secondaryColor: '#445566', logo: '/etc/passwd' },
  });
  expect(image.json().code).toBe('image_not_found');
});

test('saving the same settings again changes nothing and writes no audit entry', async () => {
  const target = await fresh();
  await edit(target, {});
  await edit(target, {});
  const entries = await app.db.selectFrom('audit_entry').where('store_id', '=', target.id).select('action').execute();
  expect(entries.filter(({ action }) => action === 'store.edit')).toHaveLength(1);
});

test('no other store gets a former name for 30 days, and its store can take it back', async () => {
  const target = await fresh();
  const { token } = await person();
  expect((await edit(target, { nameDomain: 'mudou-de-nome' })).status).toBe(200);
  expect((await create(token, target.subdomain)).json().code).toBe('subdomain_taken');
  expect((await edit(target, { nameDomain: target.subdomain })).status).toBe(200);
  expect((await create(token, 'mudou-de-nome')).status).toBe(409);
  await sql`update subdomain_hold set until = now() - interval '1 second'`.execute(app.db);
  expect((await create(token, 'mudou-de-nome')).status).toBe(200);
  expect((await edit(target, { nameDomain: 'admin' })).json().code).toBe('subdomain_reserved');
  expect((await edit(target, { nameDomain: store.subdomain })).json().code).toBe('subdomain_taken');
});

test('a name stays held when another store asks for it in the moment it is given up', async () => {
  const target = await fresh();
  const { token } = await person();
  const [renamed, taken] = await Promise.all([
    edit(target, { nameDomain: `${target.subdomain}-2` }),
    create(token, target.subdomain),
  ]);
  expect([renamed.status, taken.status]).toEqual([200, 409]);
});

test('a payment token is checked, sealed and masked; an empty or masked field keeps it', async () => {
  const target = await fresh();
  const saved = await edit(target, { mercadoPago: { accessToken: ` ${SELLER} ` } });
  expect(saved.json().response).toMatchObject({
    mercadoPago: { accessToken: '••••4321', connected: true, account: 'LOJA', test: true, problem: null },
  });
  expect(saved.text).not.toContain(SELLER);
  const read = () =>
    app.db.selectFrom('store_credential').where('store_id', '=', target.id).selectAll().executeTakeFirstOrThrow();
  const before = await read();
  expect(before.token_cipher.toString('latin1')).not.toContain('APP_USR');
  for (const accessToken of ['', '••••4321']) await edit(target, { mercadoPago: { accessToken } });
  expect(await read()).toEqual(before);
  await edit(target, { mercadoPago: { accessToken: SELLER } });
  expect((await read()).notice_key).toBe(before.notice_key);
  const audit = await sql<{
    text: string;
  }>`select audit_entry::text as text from audit_entry where store_id = ${target.id}`.execute(app.db);
  expect(audit.rows.map(({ text }) => text).join()).not.toContain(SELLER);
});

test('a payment token that is refused, foreign or cannot be checked changes nothing', async () => {
  const target = await fresh();
  const code = async (accessToken: string) =>
    (await edit(target, { nameStore: 'Outro', mercadoPago: { accessToken } })).json().code;
  expect(await code('APP_USR-unknown-token')).toBe('payment_token_refused');
  expect(await code('não é um token')).toBe('payment_token_refused');
  expect(await code(ARGENTINE)).toBe('payment_token_country');
  expect(await code('APP_USR-broken-provider')).toBe('provider_failed');
  const { response } = (await app.get('/v1/store', { token: target.token })).json<{ response: Store[] }>();
  expect(response[0]).toMatchObject({ name: target.name, mercadoPago: { connected: false } });
});

test('a manager sees no secret and cannot edit the store; strangers do not find it', async () => {
  const target = await fresh();
  await edit(target, { mercadoPago: { accessToken: SELLER } });
  const { token } = await makeMember(app.db, target.id, 'manager');
  const { response } = (await app.get('/v1/store', { token })).json<{ response: Store[] }>();
  expect(response[0]).toMatchObject({
    role: 'manager',
    apiToken: null,
    mercadoPago: { accessToken: '', connected: true, account: null },
  });
  expect((await edit(target, {}, token)).status).toBe(403);
  const foreign = await edit(target, {}, store.token);
  const unknown = await edit({ ...target, id: 'nada' as MadeStore['id'] }, {}, store.token);
  const nul = await edit({ ...target, id: '\u0000' as MadeStore['id'] }, {}, store.token);
  for (const answer of [foreign, unknown, nul])
    expect([answer.status, answer.json().code]).toEqual([404, 'store_not_found']);
  const rotate = await app.post('/v1/store/token/rotate', { subdomain: target.subdomain }, { token });
  expect(rotate.status).toBe(403);
});

test('after a rotation the former identification token works for one more day', async () => {
  const target = await fresh();
  const answer = await app.post('/v1/store/token/rotate', { subdomain: target.subdomain }, { token: target.token });
  const { apiToken } = answer.json<{ apiToken: string }>();
  expect(apiToken).not.toBe(target.apiToken);
  expect(await findStoreByToken(app.db, apiToken)).toBe(target.id);
  expect(await findStoreByToken(app.db, target.apiToken)).toBe(target.id);
});

test('links of stores come from the configuration', () => {
  const urls = { publicUrl: 'https://vitrine.com.br:8443', domain: 'vitrine.com.br' };
  expect(storeUrl(urls, 'cidade')).toBe('https://cidade.vitrine.com.br:8443');
  expect(storeUrl(urls, 'cidade', '/checkout?x=1')).toBe('https://cidade.vitrine.com.br:8443/checkout?x=1');
});
