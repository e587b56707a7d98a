import { expectUsableFace, hold, refuse, refusedRequests } from './faces.ts';
import { enter, newCategory, newStore } from './owner.ts';
import { expect, test } from './test.ts';

test.use({ expectedErrors: refusedRequests });

test('subscription: the present plan and its limits, buying, and the payments', async ({ page }) => {
  const owner = await newStore();
  for (const name of ['VIPs', 'Veículos', 'Dinheiro']) await newCategory(owner, name);
  const held = await hold(page, 'GET /plan');
  const fault = await refuse(page, 'GET /store/plan');
  await enter(page, owner, '/subscription');
  const alert = page.getByRole('alert').filter({ hasText: 'Erro ao buscar plano atual' });
  await expect(alert).toContainText('Aguarde um pouco');
  await expectUsableFace(page);
  await fault.mend();
  await alert.getByRole('button', { name: 'Tentar novamente' }).click();
  await held.release();
  await expect(page.getByRole('heading', { level: 2, name: 'Gratuito' })).toBeVisible();
  await expect(page.getByText('3 de 3')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Premium' }).first()).toContainText('Mais Popular');
  await expect(page.getByText('Até 100 produtos')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nenhum pagamento ainda' })).toBeVisible();
  await expectUsableFace(page);

  await page.getByRole('button', { name: 'Assinar Pro' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assinar Pro' });
  await expect(dialog.getByRole('status').filter({ hasText: 'Pago agora, o plano Pro vale até' })).toBeVisible();
  await dialog.getByRole('radio', { name: /^1 ano: R\$ 299,00/ }).check();
  // How to pay is asked once, by the page on which the money is given.
  await expect(dialog.getByRole('radio')).toHaveCount(2);
  await expect(dialog).toContainText('Pix, cartão ou saldo: você escolhe na página do Mercado Pago.');
  const broken = await refuse(page, 'POST /subscription/create', {
    status: 502,
    code: 'payment_start_failed',
    error: 'Erro ao finalizar a compra. Por favor, tente novamente.',
  });
  await dialog.getByRole('button', { name: 'Pagar R$ 299,00' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Erro ao finalizar a compra. Por favor, tente novamente.');
  await expect(dialog.getByRole('radio', { name: /^1 ano/ })).toBeChecked();
  await dialog.getByRole('radio', { name: /^1 mês/ }).check();
  await expectUsableFace(page);
  await broken.mend();
  const pay = async () => {
    await dialog.getByRole('button', { name: 'Pagar R$ 29,90' }).click();
    await expect(page.getByRole('button', { name: 'Pagar com saldo do Mercado Pago' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pagar com cartão aprovado' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pagar com Pix' })).toBeVisible();
  };
  await pay();
  await page.goto(`${owner.world.panel}/subscription`);
  const pending = page.getByRole('status').filter({ hasText: 'Pagamento pendente' });
  await expect(pending.getByRole('link', { name: 'Continuar pagamento' })).toBeVisible();
  await expectUsableFace(page, 'subscription-pending');
  await pending.getByRole('button', { name: 'Cancelar pagamento' }).click();
  const question = page.getByRole('dialog', { name: 'Cancelar o pagamento pendente?' });
  await question.getByRole('button', { name: 'Cancelar pagamento' }).click();
  await expect(pending).toBeHidden();

  await page.getByRole('button', { name: 'Assinar Pro' }).click();
  await pay();
  await page.getByRole('button', { name: 'Pagar com saldo do Mercado Pago' }).click();
  await expect(page.getByText(/^Plano Pro ativo até/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('list', { name: 'Histórico de pagamentos' })).toContainText('Pago');
  await expect(page.getByRole('heading', { level: 2, name: 'Pro' })).toBeVisible();
  await expect(page.locator('[aria-current=true]').filter({ hasText: 'Plano atual' })).toContainText('Pro');
  await expectUsableFace(page, 'subscription-paid');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Baixar comprovante/ }).click();
  expect((await file).suggestedFilename()).toMatch(/^comprovante-plano-.+\.pdf$/);
  await page.getByRole('button', { name: 'Assinar Premium' }).click();
  const change = page.getByRole('dialog', { name: 'Assinar Premium' });
  await expect(change.getByRole('status').first()).toContainText(
    /O que resta do plano Pro \(\d+ dias\) vale R\$\s2\d,\d\d e vira 1\d dias de Premium/,
  );
  await expectUsableFace(page, 'subscription-question');
  await change.getByRole('button', { name: 'Voltar' }).click();
  await expect(page.getByText('3 de 20')).toBeVisible();
});
