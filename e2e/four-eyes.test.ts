import { askAs, call, givenOrder } from './call.ts';
import { expectUsableFace } from './faces.ts';
import { enter, newCategory, newOrder, newProduct, newStore } from './owner.ts';
import { answerWhoIsIt, joinTeam, letSessionsAge, register, whoIsIt } from './people.ts';
import { expect, test } from './test.ts';
import { DESKTOP, PHONE } from './usable.ts';
import { findWorld } from './world.ts';

// Two calls are refused: the first try to turn the rule on, because the team has one person, and a save before the password.
test.use({ expectedErrors: [/status of (403|422)/] });

const BRUNO = '391822001983488001';

test('a refund and a manual order from the owner’s value on wait for a second person, who says yes or no', async ({
  page,
  browser,
  watch,
}) => {
  test.setTimeout(300_000);
  const world = await findWorld();
  const owner = await newStore({ plan: 'Pro', paid: true, person: await register(world, 'Dora Lins') });
  const product = await newProduct(owner, (await newCategory(owner, 'VIPs'))._id, { name: 'VIP Ouro', price: 30 });
  const lines = [{ id: product._id, quantity: 1 }];
  const bought = await newOrder(owner, { clientId: 7, discordId: BRUNO, idProducts: lines });
  await bought.pay();
  const { response } = await owner.api('POST /order', {});
  const order = response[0];
  const admin = await register(world, 'Nilo Reis');

  await page.setViewportSize(DESKTOP);
  await enter(page, owner, '/members');
  const dialog = page.getByRole('dialog');
  await test.step('the owner sets the value, once two people may refund and the session is confirmed', async () => {
    await page.getByRole('button', { name: 'Exigir duas pessoas' }).click();
    await dialog.getByLabel('A partir de').fill('20,00');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(dialog.getByText('pelo menos duas pessoas ativas da equipe')).toBeVisible();
    await expectUsableFace(page, 'rule-few');
    await dialog.getByRole('button', { name: 'Voltar' }).click();
    await joinTeam(world, admin, 'admin', { subdomain: owner.store.subdomain, token: owner.token });
    await letSessionsAge(owner.user.email ?? '');
    await page.reload();
    await page.getByRole('button', { name: 'Exigir duas pessoas' }).click();
    await dialog.getByLabel('A partir de').fill('20,00');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(whoIsIt(page)).toBeVisible();
    await answerWhoIsIt(page);
    await expect(page.getByText('A partir de R$ 20,00', { exact: true })).toBeVisible();
    await expectUsableFace(page, 'rule-on');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectUsableFace(page, 'rule-on-dark');
  });

  const context = await browser.newContext({ viewport: PHONE });
  const theirs = await context.newPage();
  watch(theirs);
  // The answered question for the password gave the browser's session another token, so this login makes a new one.
  const again = await call('POST /login', { body: { email: owner.user.email ?? '', password: owner.password } });
  const api = askAs(again.token, owner.store.subdomain);
  const drawer = theirs.getByRole('dialog', { name: `Pedido #${order?.number}` });
  const waiting = page.getByRole('list', { name: 'Pedidos de aprovação' });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${world.panel}/orders`);
  await expect(page.getByRole('heading', { level: 1, name: 'Pedidos' })).toBeVisible();

  await test.step('a refund is asked for, and nothing happens', async () => {
    await enter(theirs, { ...owner, token: admin.token, user: admin.user }, `/orders?order=${order?._id}`);
    await drawer.getByRole('button', { name: 'Reembolsar' }).click();
    const question = theirs.getByRole('dialog', { name: /^Reembolsar o pedido/ });
    await expect(question.getByText('Outra pessoa da equipe precisa aprovar.')).toBeVisible();
    await question.getByLabel('Motivo').fill('Comprou por engano');
    await expectUsableFace(theirs, 'refund-ask');
    await question.getByRole('button', { name: 'Pedir aprovação' }).click();
    // On a phone the drawer has the whole width, so the message must stand above its buttons.
    const room = await theirs.getByText('O reembolso espera a aprovação de outra pessoa.').evaluate((told) => {
      const foot = [...document.querySelectorAll('[role=dialog] a')].find(
        (one) => one.textContent === 'Ver como comprador',
      );
      const message = told.closest('[data-sonner-toast]');
      return (foot?.getBoundingClientRect().top ?? 0) - (message?.getBoundingClientRect().bottom ?? 0);
    });
    expect(room).toBeGreaterThanOrEqual(0);
    await expect(drawer.getByRole('region', { name: 'Espera aprovação' })).toBeVisible();
    await expect(drawer.getByRole('button', { name: 'Retirar' })).toBeVisible();
    await expect(drawer.getByRole('button', { name: 'Aprovar' })).toBeHidden();
    await expectUsableFace(theirs, 'order-waiting');
    await theirs.emulateMedia({ colorScheme: 'dark' });
    await expectUsableFace(theirs, 'order-waiting-dark');
  });

  await test.step('the owner, whose screen was open, sees it come and approves it', async () => {
    await expect(waiting.getByText('Reembolso de R$ 30,00')).toBeVisible();
    await expect(waiting.getByText('Comprou por engano')).toBeVisible();
    await expectUsableFace(page, 'waiting');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectUsableFace(page, 'waiting-dark');
    await waiting.getByRole('button', { name: 'Aprovar' }).click();
    await expect(dialog.getByText('Não dá para desfazer.')).toBeVisible();
    await expectUsableFace(page, 'approve-dark');
    await dialog.getByRole('button', { name: 'Reembolsar R$ 30,00' }).click();
    await expect(waiting).toBeHidden();
  });

  await test.step('the asker sees it done without a press', async () => {
    await expect(drawer.getByRole('region', { name: 'Espera aprovação' })).toBeHidden();
    await expect(drawer.getByText('Cancelado').first()).toBeVisible();
  });

  await test.step('a manual order waits too; a no makes none', async () => {
    await theirs.goto(`${world.panel}/orders/create`);
    const form = theirs.getByRole('dialog', { name: 'Pedido manual' });
    await form.getByLabel('ID da Cidade').fill('9');
    await form.getByLabel('ID do Discord').fill(BRUNO);
    await form.getByLabel('Produto', { exact: true }).selectOption(product._id);
    await form.getByLabel('Motivo').fill('Sorteio');
    await form.getByRole('button', { name: 'Criar pedido' }).click();
    await expect(theirs.getByText('O pedido espera a aprovação de outra pessoa.')).toBeVisible();
    const own = theirs.getByRole('list', { name: 'Pedidos de aprovação' });
    await expect(own.getByText('1 × VIP Ouro')).toBeVisible();
    await expect(own.getByRole('button', { name: 'Aprovar' })).toBeHidden();
    await waiting.getByRole('button', { name: 'Recusar' }).click();
    await dialog.getByRole('button', { name: 'Recusar' }).click();
    await expect(own).toBeHidden();
    await expect(theirs.getByRole('heading', { level: 1, name: 'Pedidos' })).toBeVisible();
    expect((await api('POST /order', {})).response).toHaveLength(1);
  });

  await test.step('where nobody else is left, the request says so, and the owner turns the rule off', async () => {
    await api('POST /members/edit', { id: admin.user.id, role: 'attendant' });
    const answer = await api('POST /order/manual', {
      ...{ clientId: 9, discordId: BRUNO, reason: 'Sorteio', idProducts: lines },
    });
    expect(answer.result).toBe('pending_approval');
    await expect(waiting.getByText('Ninguém mais da equipe pode aprovar agora')).toBeVisible();
    await expectUsableFace(page, 'nobody');
    await waiting.getByRole('button', { name: 'Retirar' }).click();
    await dialog.getByRole('button', { name: 'Retirar' }).click();
    await expect(waiting).toBeHidden();
    await page.goto(`${world.panel}/members`);
    await page.getByRole('button', { name: 'Desligar' }).click();
    await dialog.getByRole('button', { name: 'Desligar' }).click();
    await expect(page.getByRole('button', { name: 'Exigir duas pessoas' })).toBeVisible();
    const { number } = givenOrder(
      await api('POST /order/manual', { clientId: 9, discordId: BRUNO, reason: 'Sorteio', idProducts: lines }),
    );
    expect(number).toBeGreaterThan(0);
  });
  await context.close();
});
