import { errors } from '@vitrine/contract/errors';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { requests } from './requests.ts';
import { appWithRoutes } from './routes.ts';
import { makeSide, PASSWORD } from './world.ts';

/** The rules of SPEC.md section 5 with their exact texts at their fields, and malformed requests. */

const { app } = await appWithRoutes();
const side = await makeSide(app.db, app.deps.config.secret, 'Cidade Alta');
afterAll(() => app.close());
beforeEach(() => sql`delete from throttle`.execute(app.db));

type Change = Record<string, unknown>;

/** A good request of the call with these fields changed (`a.b` reaches inside; undefined leaves a field out). */
async function ask(call: string, change: Change) {
  const sample = requests[call]?.make(side, requests[call]?.id?.(side) ?? '');
  if (!sample) throw new Error(`${call} has no row in server/src/proof/requests/`);
  const body = structuredClone(sample.body) as Change;
  for (const [path, value] of Object.entries(change)) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    const parent = keys.reduce<Change>((inner, key) => inner[key] as Change, body);
    if (value === undefined) delete parent[last];
    else parent[last] = value;
  }
  const [method = '', url = ''] = call.split(' ');
  const answer = await app.app.inject({
    method: method as 'POST',
    url: sample.url ?? url,
    headers: { authorization: `Bearer ${side.store.token}`, host: app.deps.config.domain, ...sample.headers },
    payload: body,
  });
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown> };
}

const long = (length: number) => 'a'.repeat(length);
const LOGIN_EMAIL = 'E-mail inválido.';
const LOGIN_PASSWORD = 'Senha deve ter entre 8 e 50 caracteres.';
const NAME = 'Nome deve ter entre 3 e 255 caracteres';
const EMAIL = 'Email inválido.';
const NEW_PASSWORD = 'A senha deve ter entre 8 e 50 caracteres.';
const IDS = 'Por favor, preencha o ID da Cidade e o ID do Discord.';
const CITY = 'O ID da Cidade deve ser um número inteiro.';
const PRODUCT = 'Informe o nome do produto';
const POSITIVE = 'Preço deve ser maior que zero';
const PRICE = 'Informe o valor do produto';
const CATEGORY = 'Nome da categoria é obrigatório';
const CATEGORY_LONG = 'Nome da categoria deve ter no máximo 50 caracteres';
const CART = 'Seu carrinho está vazio. Adicione produtos para finalizar a compra.';
const COMMENT = 'O comando não pode ter // nem começar com #: o servidor leria um comentário.';
const GROUP = 'O nome do grupo só pode ter letras, números, espaços e os sinais _ - . : |';
const SIGNS = 'O comando não pode ter ponto e vírgula, barra invertida ou quebra de linha.';

/** The call, the change, the text, and its field. */
const rules: [call: string, change: Change, error: string | string[], field?: string][] = [
  ['POST /v1/approvals/rule', { value: 0 }, 'Informe um valor maior que zero.', 'value'],
  [
    'POST /v1/store/edit',
    { 'settings.links.instagram': 'javascript:alert(1)' },
    'Use o @ do perfil ou o link do Instagram.',
    'settings.links.instagram',
  ],
  ['POST /v1/login', { email: 'sem-arroba' }, LOGIN_EMAIL, 'email'],
  ['POST /v1/login', { email: undefined }, LOGIN_EMAIL, 'email'],
  ['POST /v1/login', { email: 7 }, LOGIN_EMAIL, 'email'],
  ['POST /v1/login', { email: `${long(250)}@a.br` }, LOGIN_EMAIL, 'email'],
  ['POST /v1/login', { password: '1234567' }, LOGIN_PASSWORD, 'password'],
  ['POST /v1/login', { password: long(51) }, LOGIN_PASSWORD, 'password'],
  ['POST /v1/login', { password: undefined }, LOGIN_PASSWORD, 'password'],

  ['POST /v1/login/register', { name: 'Al' }, [NAME]],
  ['POST /v1/login/register', { name: long(256) }, [NAME]],
  ['POST /v1/login/register', { email: 'a@b' }, [EMAIL]],
  ['POST /v1/login/register', { password: '1234567' }, [NEW_PASSWORD]],
  ['POST /v1/login/register', { password: long(51) }, [NEW_PASSWORD]],
  ['POST /v1/login/register', { name: '', email: '', password: '' }, [NAME, EMAIL, NEW_PASSWORD]],

  ['POST /v1/store/create', { nameStore: undefined }, 'Informe o nome da loja!', 'nameStore'],
  ['POST /v1/store/create', { nameStore: '  ' }, 'Informe o nome da loja!', 'nameStore'],
  ['POST /v1/store/create', { nameDomain: undefined }, 'Informe o nome do dominio', 'nameDomain'],
  ['POST /v1/store/create', { nameDomain: '' }, 'Informe o nome do dominio', 'nameDomain'],
  ['POST /v1/store/edit', { nameStore: '' }, 'Nome da loja é obrigatório', 'nameStore'],
  ['POST /v1/store/edit', { nameDomain: '' }, 'Nome do domínio é obrigatório', 'nameDomain'],
  ['POST /v1/store/edit', { 'branding.primaryColor': '' }, 'Cor primária é obrigatória', 'branding.primaryColor'],
  ['POST /v1/store/edit', { 'branding.primaryColor': 'red' }, 'Cor primária é obrigatória', 'branding.primaryColor'],
  [
    'POST /v1/store/edit',
    { 'branding.secondaryColor': undefined },
    'Cor secundária é obrigatória',
    'branding.secondaryColor',
  ],

  ['POST /v1/categories/create', { name: '' }, CATEGORY, 'name'],
  ['POST /v1/categories/create', { name: undefined }, CATEGORY, 'name'],
  ['POST /v1/categories/create', { name: long(51) }, CATEGORY_LONG, 'name'],
  ['POST /v1/categories/edit/:subdomain/:id', { name: ' ' }, CATEGORY, 'name'],
  ['POST /v1/categories/edit/:subdomain/:id', { name: long(51) }, CATEGORY_LONG, 'name'],

  ['POST /v1/products/create', { name: '' }, PRODUCT, 'name'],
  ['POST /v1/products/create', { name: undefined }, PRODUCT, 'name'],
  ['POST /v1/products/create', { name: long(121) }, 'Use no máximo 120 caracteres.', 'name'],
  ['POST /v1/products/create', { categoryId: '' }, 'Selecione a categoria associada', 'categoryId'],
  ['POST /v1/products/create', { categoryId: undefined }, 'Selecione a categoria associada', 'categoryId'],
  ['POST /v1/products/create', { price: undefined }, PRICE, 'price'],
  ['POST /v1/products/create', { price: '19.90' }, PRICE, 'price'],
  ['POST /v1/products/create', { price: -1 }, PRICE, 'price'],
  ['POST /v1/products/create', { price: 0 }, POSITIVE, 'price'],
  ['POST /v1/products/create', { price: 1_000_000 }, 'O maior valor é R$ 999.999,99.', 'price'],
  ['POST /v1/products/create', { stock: 1_000_001 }, 'O máximo é 1.000.000.', 'stock'],
  ['POST /v1/products/create', { price: 1.005 }, 'Use no máximo 2 casas decimais.', 'price'],
  ['POST /v1/products/create', { stock: -1 }, 'Estoque deve ser um número inteiro a partir de 0', 'stock'],
  [
    'POST /v1/products/create',
    { buylimit: 0 },
    'Limite por cliente deve ser um número inteiro a partir de 1',
    'buylimit',
  ],
  ['POST /v1/products/create', { removeProduct: 0 }, 'Informe os dias a partir de 1', 'removeProduct'],
  ['POST /v1/products/edit/', { 'productData.name': '' }, PRODUCT, 'productData.name'],
  [
    'POST /v1/products/edit/',
    { 'productData.categoryId': '' },
    'Selecione a categoria associada',
    'productData.categoryId',
  ],
  ['POST /v1/products/edit/', { 'productData.price': null }, PRICE, 'productData.price'],

  ['POST /v1/discounts/create', { code: '' }, 'Informe o código do cupom.', 'code'],
  ['POST /v1/discounts/create', { code: long(21) }, 'O código deve ter no máximo 20 caracteres.', 'code'],
  ['POST /v1/discounts/create', { type: 'gratis' }, 'Selecione o tipo de desconto.', 'type'],
  ['POST /v1/discounts/create', { value: undefined }, 'Informe o valor do desconto.', 'value'],
  ['POST /v1/discounts/create', { value: -1 }, 'Informe o valor do desconto.', 'value'],
  ['POST /v1/discounts/create', { value: 101 }, 'A porcentagem deve ser um número inteiro de 0 a 100.', 'value'],
  ['POST /v1/discounts/create', { value: 9.5 }, 'A porcentagem deve ser um número inteiro de 0 a 100.', 'value'],
  ['POST /v1/discounts/create', { minValue: -1 }, 'Valor mínimo inválido.', 'minValue'],
  ['POST /v1/discounts/create', { usageCount: undefined }, 'Informe o número de usos (mínimo 1).', 'usageCount'],
  ['POST /v1/discounts/create', { usageCount: 0 }, 'Informe o número de usos (mínimo 1).', 'usageCount'],
  ['POST /v1/discounts/create', { expirationDate: undefined }, 'Informe a data de expiração.', 'expirationDate'],
  ['POST /v1/discounts/create', { expirationDate: 'amanhã' }, 'Informe a data de expiração.', 'expirationDate'],
  ['POST /v1/discounts/create', { limitBy: 'cpf' }, 'Limite inválido.', 'limitBy'],

  ['POST /v1/order/create', { clientId: undefined }, IDS, 'clientId'],
  ['POST /v1/order/create', { clientId: '17' }, CITY, 'clientId'],
  ['POST /v1/order/create', { clientId: 1.5 }, CITY, 'clientId'],
  ['POST /v1/order/create', { clientId: 0 }, CITY, 'clientId'],
  ['POST /v1/order/create', { clientId: 2_147_483_648 }, CITY, 'clientId'],
  ['POST /v1/order/create', { discordId: undefined }, IDS, 'discordId'],
  ['POST /v1/order/create', { discordId: '' }, IDS, 'discordId'],
  ['POST /v1/order/create', { discordId: 'bruno#1' }, 'O ID do Discord deve ter de 17 a 20 números.', 'discordId'],
  [
    'POST /v1/order/create',
    { paymentMethod: undefined },
    'Por favor, selecione um método de pagamento.',
    'paymentMethod',
  ],
  ['POST /v1/order/create', { paymentMethod: '' }, 'Por favor, selecione um método de pagamento.', 'paymentMethod'],
  ['POST /v1/order/create', { paymentMethod: 'boleto' }, 'Método de pagamento inválido.', 'paymentMethod'],
  ['POST /v1/order/create', { idProducts: [] }, CART, 'idProducts'],
  ['POST /v1/order/create', { idProducts: undefined }, CART, 'idProducts'],
  ['POST /v1/order/create', { email: 'sem-arroba' }, 'E-mail inválido.', 'email'],
];

describe('a broken rule is 422 with its text at its field', () => {
  test.each(rules)('%s %j', async (call, change, error, field) => {
    const { status, body } = await ask(call, change);
    expect(body).toEqual({
      success: false,
      code: 'validation_failed',
      error,
      ...(field && { field }),
      requestId: expect.stringMatching(/^[\w-]{36}$/),
    });
    expect(status).toBe(422);
  });
});

const fivem = (fields: object) => ({ executionTiming: 'on_confirmation', ...fields });
/** The two action dialogs: an action and its text. */
const actions: [list: 'discordActions' | 'fiveMActions', action: object, error: string][] = [
  ['discordActions', { executionTiming: 'on_confirmation' }, 'Selecione um tipo de ação.'],
  ['discordActions', { type: 'kick', executionTiming: 'on_confirmation' }, 'Selecione um tipo de ação.'],
  ['discordActions', { type: 'add_role', executionTiming: 'on_confirmation' }, 'Informe o ID do cargo para esta ação.'],
  [
    'discordActions',
    { type: 'remove_role', executionTiming: 'on_expiration', roleId: 'VIP' },
    'O ID do cargo tem de 17 a 20 números.',
  ],
  ['discordActions', { type: 'ban' }, 'Selecione quando a ação será executada.'],
  ['discordActions', { type: 'unban', executionTiming: 'agora' }, 'Selecione quando a ação será executada.'],
  ['fiveMActions', fivem({}), 'Selecione um tipo de ação para FiveM.'],
  ['fiveMActions', fivem({ type: 'teleport' }), 'Selecione um tipo de ação para FiveM.'],
  ['fiveMActions', { type: 'remove_ban' }, 'Selecione quando a ação FiveM será executada.'],
  ['fiveMActions', fivem({ type: 'execute_command' }), 'Informe o comando para a ação.'],
  ['fiveMActions', fivem({ type: 'execute_command', command: ' ' }), 'Informe o comando para a ação.'],
  ['fiveMActions', fivem({ type: 'execute_command', command: 'a; quit' }), SIGNS],
  ['fiveMActions', fivem({ type: 'execute_command', command: 'a\nquit' }), SIGNS],
  ['fiveMActions', fivem({ type: 'execute_command', command: '/dar 1' }), 'Escreva o comando sem a barra do início.'],
  ['fiveMActions', fivem({ type: 'execute_command', command: 'dar //1' }), COMMENT],
  ['fiveMActions', fivem({ type: 'execute_command', command: `dar ${long(255)}` }), 'Use no máximo 255 caracteres.'],
  ['fiveMActions', fivem({ type: 'add_group' }), 'Informe o nome do grupo.'],
  ['fiveMActions', fivem({ type: 'remove_group', groupName: 'a;b' }), GROUP],
  ['fiveMActions', fivem({ type: 'add_money' }), 'Informe uma quantia válida.'],
  ['fiveMActions', fivem({ type: 'add_money', amount: 'mil' }), 'Informe uma quantia válida.'],
  ['fiveMActions', fivem({ type: 'remove_money', amount: -1 }), 'Informe uma quantia válida.'],
  ['fiveMActions', fivem({ type: 'add_money', amount: 2_147_483_648 }), 'A maior quantia é 2.147.483.647.'],
  ['fiveMActions', fivem({ type: 'add_vehicle' }), 'Informe o nome do veículo.'],
  ['fiveMActions', fivem({ type: 'remove_vehicle', vehicleName: '' }), 'Informe o nome do veículo.'],
  ['fiveMActions', fivem({ type: 'add_item', itemQuantity: 1 }), 'Informe o nome e a quantidade do item.'],
  ['fiveMActions', fivem({ type: 'add_item', itemName: 'agua' }), 'Informe o nome e a quantidade do item.'],
  [
    'fiveMActions',
    fivem({ type: 'add_item', itemName: 'agua', itemQuantity: 1.5 }),
    'Informe o nome e a quantidade do item.',
  ],
  [
    'fiveMActions',
    fivem({ type: 'add_item', itemName: 'agua', itemQuantity: 0 }),
    'Informe o nome e a quantidade do item.',
  ],
];
describe('an action that its dialog refuses is refused here too', () => {
  test.each(actions)('%s %j', async (list, action, error) => {
    for (const [call, path] of [
      ['POST /v1/products/create', list],
      ['POST /v1/products/edit/', `productData.${list}`],
    ] as const) {
      const { status, body } = await ask(call, { [path]: [action] });
      expect([status, body.code, body.error]).toEqual([422, 'validation_failed', error]);
      expect(String(body.field)).toMatch(new RegExp(`^${path}\\.0`));
    }
  });
});

describe('malformed requests', () => {
  const send = (call: string, payload: string | Buffer, headers: Record<string, string>) => {
    const sample = requests[call]?.make(side, requests[call]?.id?.(side) ?? '');
    const [method = '', url = ''] = call.split(' ');
    const authorization = `Bearer ${side.store.token}`;
    return app.app.inject({
      method: method as 'POST',
      url: sample?.url ?? url,
      payload,
      headers: { authorization, host: app.deps.config.domain, 'x-store': side.store.subdomain, ...headers },
    });
  };
  const calls = [
    'POST /v1/login',
    'POST /v1/store/create',
    'POST /v1/categories/create',
    'POST /v1/products/create',
    'POST /v1/discounts/create',
    'POST /v1/order/create',
  ];
  const json = { 'content-type': 'application/json' };

  test.each(calls)('%s', async (call) => {
    const outcome = async (payload: string, headers: Record<string, string>) => {
      const { statusCode, body } = await send(call, payload, headers);
      const { code, error } = JSON.parse(body) as { code: keyof typeof errors; error: string };
      expect(error).toBe(errors[code].text);
      return [statusCode, code];
    };
    for (const broken of ['{', '{"a":1,}', '[1', 'null', '[]', '7', '"texto"']) {
      expect(await outcome(broken, json)).toEqual([400, 'invalid_request']);
    }
    expect(await outcome('{"__proto__":{"a":1}}', json)).toEqual([400, 'invalid_request']);
    expect(await outcome(JSON.stringify({ a: 'x'.repeat(300_000) }), json)).toEqual([413, 'payload_too_large']);
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded']) {
      expect(await outcome('{}', { 'content-type': type })).toEqual([415, 'unsupported_media_type']);
    }
  });

  test('a field of a wrong type without a rule of its own is 400', async () => {
    const wrong: [string, Change][] = [
      ['POST /v1/products/create', { featured: 'sim' }],
      ['POST /v1/order/create', { idProducts: [{ id: 7, quantity: 1 }] }],
      ['POST /v1/order/create', { idProducts: [{ id: side.product, quantity: '1' }] }],
      ['POST /v1/order/create', { idProducts: [{ id: side.product, quantity: 0 }] }],
      ['POST /v1/discounts/create', { selectedProducts: 'todos' }],
      ['POST /v1/store/edit', { settings: { pixMinutes: '30' } }],
    ];
    for (const [call, change] of wrong) {
      const { status, body } = await ask(call, change);
      expect([call, status, body.code]).toEqual([call, 400, 'invalid_request']);
    }
  });

  test('pictures: too large is 413, another file is 415', async () => {
    const upload = async (bytes: Buffer) => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'foto.png');
      const answer = new Response(form);
      const payload = Buffer.from(await answer.arrayBuffer());
      return await send('POST /v1/image', payload, { 'content-type': answer.headers.get('content-type') ?? '' });
    };
    const large = await upload(Buffer.alloc(5 * 1024 * 1024 + 1));
    expect([large.statusCode, large.json().error]).toEqual([413, 'A imagem deve ter no máximo 5MB.']);
    const other = await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    expect([other.statusCode, other.json().code]).toEqual([415, 'image_unsupported']);
    const none = await send('POST /v1/image', '{}', json);
    expect([none.statusCode, none.json().code]).toEqual([415, 'image_unsupported']);
  });
});

describe('too many attempts are 429 with the time to wait', () => {
  const flood: [call: string, change: Change, most: number][] = [
    ['POST /v1/login', { password: 'Errada-Mesmo-7' }, 10],
    ['POST /v1/account/confirm', { password: 'Errada-Mesmo-7' }, 10],
    ['POST /v1/members/invite', {}, 30],
    ['POST /v1/discounts/check', {}, 120],
    ['POST /v1/city/check', {}, 120],
    ['POST /v1/discord/check', {}, 120],
  ];
  test.each(flood)('%s', async (call, change, most) => {
    const answers: Awaited<ReturnType<typeof ask>>[] = [];
    for (let n = 0; n <= most; n += 1) answers.push(await ask(call, change));
    expect(answers.slice(0, most).some(({ status }) => status === 429)).toBe(false);
    expect(answers[most]).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', error: errors.rate_limited.text },
    });
  });

  test('with Retry-After in whole seconds, even for the right password', async () => {
    const login = (password: string) => app.post('/v1/login', { email: side.store.owner.email, password });
    for (let n = 0; n < 10; n += 1) expect((await login('Errada-Mesmo-7')).status).toBe(401);
    const { status, headers } = await login(PASSWORD);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  });
});
