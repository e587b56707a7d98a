import type { Browser, Page } from '@playwright/test';
import type { CallName } from '@vitrine/contract/calls/table';
import { call, outcomeOf } from './call.ts';
import { enter, newCategory, newProduct, newStore, type Owner } from './owner.ts';
import {
  answerWhoIsIt,
  fillLogin,
  joinTeam,
  letSessionsAge,
  linkInMail,
  logIn,
  mailTo,
  PASSWORD,
  register,
  tokenIn,
  whoIsIt,
} from './people.ts';
import { expect, test } from './test.ts';
import { expectAccessible } from './usable.ts';
import { findWorld } from './world.ts';

/**
 * A thief has the owner's session: a copied token, an open computer. What can he do in an hour, and how does the
 * owner undo it? (docs/security.md, Step-up)
 */

// The thief is refused, and a browser logs each refusal as an error.
test.use({ expectedErrors: [/status of (401|403|404|409|422)/], contextOptions: { reducedMotion: 'reduce' } });
const THIEF =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0';

interface Crime {
  owner: Owner;
  /** The same person with the stolen session. */
  stolen: Owner;
  /** The thief's browser, with the owner's token. */
  thief: Page;
  /** A call with the stolen token. Returns its status and code. */
  tries(name: CallName, body?: object): Promise<string>;
}

async function steal(browser: Browser, watch: (page: Page) => void): Promise<Crime> {
  const world = await findWorld();
  const person = await register(world, 'Helena Duarte');
  const owner = await newStore({ name: 'Porto Velho RP', person, plan: 'Pro', paid: true });
  // This login is the owner's session on another computer. The thief gets its token.
  const { token } = await call('POST /login', { body: { email: person.email, password: PASSWORD } });
  const thief = await (await browser.newContext({ userAgent: THIEF, locale: 'pt-BR' })).newPage();
  watch(thief);
  // The thief leaves half-filled forms without a stop.
  thief.on('dialog', (dialog) => dialog.accept());
  return {
    owner,
    stolen: { ...owner, token },
    thief,
    async tries(name, body) {
      const { subdomain } = owner.store;
      const input = { ...(body && { body: { subdomain, ...body } }), token, store: subdomain, userAgent: THIEF };
      const { status, code = 'ok' } = await outcomeOf(name, input as never);
      return `${status} ${code}`;
    },
  };
}

/** Everything that moves money or ownership, or that would keep the thief inside. */
const worth: [name: CallName, body?: object][] = [
  ['POST /store/token', {}],
  ['POST /store/token/rotate', {}],
  ['POST /store/export', {}],
  ['POST /store/delete', {}],
  ['POST /store/transfer', { memberId: 'qualquer' }],
  ['POST /members/invite', { email: 'comparsa@exemplo.com.br', role: 'admin' }],
  ['POST /account/email', { email: 'ladrao@exemplo.com.br' }],
  ['POST /account/link/discord', {}],
  ['POST /account/unlink/discord', {}],
  ['POST /account/second-factor/start', {}],
  ['GET /account/export'],
  ['POST /account/delete', { confirmation: 'EXCLUIR' }],
];

const connectThiefs = async (thief: Page, token: string) => {
  await thief.getByLabel('Token de acesso do Mercado Pago').fill(token);
  await thief.getByRole('button', { name: 'Salvar', exact: true }).click();
};

test('a thief with only the session moves no money and no ownership; the owner ends it and undoes the rest', async ({
  page,
  browser,
  watch,
}) => {
  const { owner, stolen, thief, tries } = await steal(browser, watch);
  const { world, user } = owner;
  const category = await newCategory(owner, 'VIPs');
  const product = await newProduct(owner, category._id, { name: 'VIP Ouro', price: 49.9 });
  await letSessionsAge(user.email ?? '');

  await test.step('the thief pastes his payment account, and is asked who he is', async () => {
    await enter(thief, stolen, '/config?tab=pagamentos');
    await connectThiefs(thief, world.tokens.demo);
    await expect(whoIsIt(thief)).toBeVisible();
    await expectAccessible(thief);
    await answerWhoIsIt(thief, 'um-chute-qualquer-1');
    await expect(whoIsIt(thief).getByText('Senha incorreta.')).toBeVisible();
    await whoIsIt(thief).getByRole('button', { name: 'Cancelar' }).click();
    await expect(whoIsIt(thief)).toBeHidden();
    // Nothing typed is lost, and nothing was saved.
    await expect(thief.getByLabel('Token de acesso do Mercado Pago')).toHaveValue(world.tokens.demo);
    expect((await owner.api('POST /store/payment-account', {})).changes).toHaveLength(1);
  });

  await test.step('everything else that moves money or ownership is refused too', async () => {
    for (const [name, body] of worth) {
      expect([name, await tries(name, body)]).toEqual([name, '403 step_up_required']);
    }
    expect(await tries('GET /store')).toBe('200 ok');
  });

  const price = (to: number) => ({
    productId: product._id,
    productData: { subdomain: owner.store.subdomain, name: 'VIP Ouro', price: to, categoryId: category._id },
  });
  await test.step('he can do everyday work: a price, a text of the shop', async () => {
    expect(await tries('POST /products/edit/', price(1))).toBe('200 ok');
    const { id, nameStore, nameDomain, primaryColor, secondaryColor } = owner.store;
    const branding = { primaryColor, secondaryColor };
    const settings = { id, nameStore, nameDomain, branding, description: 'Pague por fora, é mais barato' };
    expect(await tries('POST /store/edit', settings)).toBe('200 ok');
  });

  await test.step('the owner sees an unknown device and logs it out', async () => {
    await logIn(page, world, user.email ?? '');
    await page.goto(`${world.panel}/profile?tab=conta`);
    const devices = page.getByRole('list', { name: 'Aparelhos' }).getByRole('listitem');
    await expect(devices.filter({ hasText: 'Este aparelho' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Encerrar os outros' }).click();
    await page
      .getByRole('dialog', { name: 'Encerrar os outros aparelhos?' })
      .getByRole('button', { name: 'Encerrar os outros' })
      .click();
    await expect(page.getByText('Os outros aparelhos saíram da conta.')).toBeVisible();
    expect(await tries('GET /store')).toBe('401 unauthenticated');
    await thief.goto(`${world.panel}/dashboard`);
    await expect(thief.getByRole('heading', { name: 'Bem vindo de volta!' })).toBeVisible();
  });

  await test.step('and finds what to repair: the text in the log, the price in the list', async () => {
    await page.goto(`${world.panel}/members`);
    await page.getByRole('tab', { name: /Registro/ }).click();
    await expect(page.getByText('Mudou as configurações da loja').first()).toBeVisible();
    await page.goto(`${world.panel}/products`);
    await expect(page.getByText('R$ 1,00').filter({ visible: true }).first()).toBeVisible();
    const { token } = await call('POST /login', { body: { email: user.email ?? '', password: PASSWORD } });
    await call('POST /products/edit/', { body: price(49.9), token });
    await page.reload();
    await expect(page.getByText('R$ 49,90').filter({ visible: true }).first()).toBeVisible();
  });
});

test('a thief who knows the password connects his account, and another administrator undoes it with one press', {
  tag: '@long',
}, async ({ page, browser, watch }) => {
  const { owner, stolen, thief } = await steal(browser, watch);
  const { world, user, store } = owner;
  const email = user.email ?? '';
  const admin = await register(world, 'Marcos Leal');
  await joinTeam(world, admin, 'admin', { subdomain: store.subdomain, token: owner.token });
  await letSessionsAge(email);

  await test.step('the thief knows the password', async () => {
    await enter(thief, stolen, '/config?tab=pagamentos');
    await connectThiefs(thief, world.tokens.demo);
    await answerWhoIsIt(thief);
    await expect(whoIsIt(thief)).toBeHidden();
    await expect(thief.getByRole('region', { name: 'Conta de pagamento nova' })).toBeVisible();
    // He can hide it only for himself, not here.
    const right = thief.getByRole('button', { name: 'Está certo' });
    await expect(right).toHaveCount(2);
    await right.first().click();
    await expect(right).toHaveCount(1);
    await expect(thief.getByRole('button', { name: 'Desfazer' })).toHaveCount(2);
  });

  await test.step('the owner gets a mail, and another administrator sees it on every screen', async () => {
    expect(await mailTo(world, email, 'Alteração de segurança na loja')).toContain('Mercado Pago');
    await logIn(page, world, admin.email);
    await page.goto(`${world.panel}/dashboard`);
    const strip = page.getByRole('region', { name: 'Conta de pagamento nova' });
    await expect(strip).toContainText('Helena Duarte');
    await expect(page.getByRole('link', { name: /do Mercado Pago é nova/ })).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${world.panel}/products`);
    // The first button undoes the newest change. The one below it belongs to the store's first connection.
    await strip.getByRole('button', { name: 'Desfazer' }).first().click();
    await expect(page.getByText(/^Desfeito: o dinheiro volta a cair em/)).toBeVisible();
    await expect(strip.getByRole('button', { name: 'Desfazer' })).toHaveCount(1);
  });

  await test.step('the thief is out, and the owner’s reset replaces the password he knows', async () => {
    await thief.goto(`${world.panel}/dashboard`);
    await expect(thief.getByRole('heading', { name: 'Bem vindo de volta!' })).toBeVisible();
    await call('POST /password/forgot', { body: { email } });
    const link = await linkInMail(world, email, 'Crie uma nova senha');
    await call('POST /password/reset', { body: { token: tokenIn(link), password: 'Outra-senha-comprida-8' } });
    const again = await (await browser.newContext({ userAgent: THIEF, locale: 'pt-BR' })).newPage();
    watch(again);
    await again.goto(`${world.panel}/login`);
    await fillLogin(again, email);
    await expect(again.getByText('Usuário ou senha inválidos.')).toBeVisible();
  });
});
