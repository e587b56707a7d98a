import { countPresses } from './count-presses.ts';
import { refuse } from './faces.ts';
import { enter, newStore } from './owner.ts';
import { PASSWORD } from './people.ts';
import { expect, test } from './test.ts';
import { ENDS, expectUsable } from './usable.ts';
import { findWorld } from './world.ts';

/** The first steps lead an owner on from every screen, and the panel says when a store is missing. */

// The browser logs each refused call as an error.
test.use({ expectedErrors: [/status of 4\d\d/] });

for (const { viewport, details } of ENDS) {
  test(
    `a new owner is led from the registration to the rehearsed sale at ${viewport.width} px`,
    details,
    async ({ page }) => {
      const world = await findWorld();
      const taken = await newStore();
      const mark = Date.now().toString(36);
      const email = `clara-${mark}@exemplo.com.br`;
      await page.setViewportSize(viewport);
      const hand = await countPresses(page);

      await test.step('the login has the address, and says to confirm it', async () => {
        await page.goto(`${world.panel}/registrar`);
        await page.getByLabel('Nome').fill('Clara Nunes');
        await page.getByLabel('E-mail').fill(email);
        await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
        await page.getByRole('button', { name: 'Criar conta' }).click();
        await expect(page.getByText(`Enviamos um link para ${email}.`)).toBeVisible();
        await expectUsable(page, 'the login after a registration');
        await expect(page.getByLabel('E-mail')).toHaveValue(email);
        await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
        await page.getByRole('button', { name: 'Entrar', exact: true }).click();
      });

      await test.step('without a store, the first one is made; its address is looked up while it is typed', async () => {
        await expect(page.getByRole('heading', { level: 1, name: 'Nova loja' })).toBeVisible();
        await page.getByLabel('Nome da loja').fill(`Vila ${mark}`);
        const address = page.getByLabel('Domínio');
        await expect(address).toHaveAccessibleDescription(/está livre/);
        await address.fill(taken.store.subdomain);
        await expect(address).toHaveAccessibleDescription(/já está em uso/);
        await address.fill('admin');
        await expect(address).toHaveAccessibleDescription(/é reservado/);
        await address.fill(`vila-${mark}`);
        await expect(address).toHaveAccessibleDescription(/está livre/);
        await expectUsable(page, 'a free address');
        await page.getByRole('button', { name: 'Criar loja' }).click();
      });

      await test.step('no step that the plan does not include; the last one is the rehearsal', async () => {
        const steps = page.locator('ol', { hasText: 'Crie o primeiro produto' }).getByRole('listitem');
        await expect(steps.last()).toContainText('Simule uma compra');
        await expect(steps.filter({ hasText: 'Discord' })).toHaveCount(0);
        await expectUsable(page, 'the first steps');
      });

      await test.step('a category leads to its product, and the last step tries a purchase of it', async () => {
        await page.getByRole('link', { name: 'Crie o primeiro produto' }).click();
        await page.getByLabel('Nome da categoria').fill('VIPs');
        await page.getByRole('button', { name: 'Criar categoria' }).click();
        await expect(page.getByRole('heading', { level: 1, name: 'Novo produto' })).toBeVisible();
        await expect(page.getByLabel('Categoria').locator('option:checked')).toHaveText('VIPs');
        await page.getByLabel('Nome', { exact: true }).fill('VIP Ouro');
        await page.getByLabel('Preço', { exact: true }).fill('19,90');
        await page.getByRole('button', { name: 'Criar Produto' }).click();
        await expect(page.getByText('Produto criado com sucesso!')).toBeVisible();
        const menu = page.getByRole('button', { name: 'Abrir menu' });
        if (await menu.isVisible()) await menu.click();
        await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click();
        await page.getByRole('button', { name: 'Simule uma compra' }).click();
        const rehearsal = page.getByRole('dialog', { name: 'Simular compra' });
        await expect(rehearsal.getByText(/uma compra de VIP Ouro/)).toBeVisible();
        hand.report(`from the registration to the rehearsed sale at ${viewport.width} px`);
        expect(hand.presses).toBeLessThanOrEqual(9);
        expect(hand.fields).toBeLessThanOrEqual(9);
        await expectUsable(page, 'the rehearsal from the first steps');
      });

      await test.step('terms and privacy begin with a template that names the seller', async () => {
        await page.goto(`${world.panel}/config?tab=legal`);
        await page.getByLabel('Nome ou razão social').fill('Clara Nunes ME');
        for (const text of ['Termos de uso', 'Política de privacidade']) {
          await page.getByRole('button', { name: 'Começar por um modelo' }).first().click();
          await expect(page.getByLabel(text)).toHaveValue(/Clara Nunes ME, CPF ou CNPJ \[número\]/);
        }
        await expect(page.getByRole('button', { name: 'Começar por um modelo' })).toHaveCount(0);
        await page.getByRole('button', { name: 'Salvar' }).click();
        await expect(page.getByText('Configurações salvas com sucesso!')).toBeVisible();
      });
    },
  );
}

test('the panel says that the list of stores did not load, and names a store that is gone', async ({ page }) => {
  const owner = await newStore();
  const broken = await refuse(page, 'GET /store', { status: 429, code: 'rate_limited', error: 'Aguarde um pouco.' });
  await enter(page, owner, '/dashboard');
  const alert = page.getByRole('alert').filter({ hasText: 'Erro ao carregar dados da loja' });
  await expect(alert).toContainText('Aguarde um pouco.');
  await expect(page.getByRole('button', { name: 'Loja Atual' })).toContainText('Lojas não carregadas');
  await expect(page.getByText('Nenhuma loja')).toHaveCount(0);
  await expectUsable(page, 'stores that did not load');
  await broken.mend();
  await alert.getByRole('button', { name: 'Tentar novamente' }).click();
  // Waits until the panel has chosen a store again: it writes the choice here, and would overwrite the next line's.
  await page.waitForFunction(() => localStorage.getItem('store') !== null);
  await expect(page.getByRole('button', { name: 'Loja Atual' })).not.toContainText('Lojas não carregadas');

  await page.evaluate(() => localStorage.setItem('store', 'loja-que-saiu'));
  await page.reload();
  const gone = page.getByRole('alert').filter({ hasText: 'Loja selecionada não encontrada' });
  await expect(gone).toContainText('Você não tem mais acesso à loja loja-que-saiu.');
  await expect(gone).toContainText(/Agora você está em /);
  await expectUsable(page, 'a store that is gone');
  await gone.getByRole('button', { name: 'Entendi' }).click();
  await expect(gone).toBeHidden();
});
