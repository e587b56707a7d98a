import { logIn, mailTo, makeOwner } from './people.ts';
import { expect, test } from './test.ts';
import { control, findWorld, inDatabase } from './world.ts';

/** An alert is told once. The sweep that finds alerts runs every 15 s. */

const STORE = '(select id from store where subdomain = $1)';

test('the owner hears once that a city went silent, and once that it is back', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(240_000);
  const world = await findWorld();
  const { email, subdomain } = await makeOwner(world);
  /** Waits until the alert has just entered this phase, and moves the beginning of the phase back by so many minutes. */
  const letPass = (minutes: number, phase: string) =>
    expect
      .poll(
        () =>
          inDatabase(
            `update alert set since = since - make_interval(mins => ${minutes})
              where store_id = ${STORE} and phase = '${phase}' and since > now() - interval '5 minutes'`,
            [subdomain],
          ),
        { timeout: 60_000, message: `the alert is ${phase}` },
      )
      .toBe(1);

  // This row stands for a script that said hello and then was silent for two minutes. Real scripts: `server/src/features/city`.
  await inDatabase(
    `insert into game_server (store_id, id, journal_id, boot_id, epoch, name, game, last_seen_at)
     values (${STORE}, 'servidor', 'diario', 'arranque', 1, 'Servidor principal', 'fivem', now() - interval '2 minutes')`,
    [subdomain],
  );
  await inDatabase(`update game_seat set server_id = 'servidor' where store_id = ${STORE}`, [subdomain]);
  await logIn(page, world, email);
  await page.goto(`${world.panel}/alerts`);
  await expect(page.getByRole('heading', { name: 'Tudo em ordem' })).toBeVisible();

  await letPass(9, 'suspected');
  expect(await mailTo(world, email, 'Alerta: Servidor sem contato')).toContain('está sem contato');
  await page.reload();
  const standing = page.getByRole('list', { name: 'Alertas de agora' });
  await expect(standing).toContainText('Grave');
  await expect(standing).toContainText('O servidor “Servidor principal” está sem contato.');
  await expect(page.getByRole('navigation', { name: 'Painel' })).toContainText('1 alerta aberto');

  await inDatabase(`update game_server set last_seen_at = now() + interval '1 hour' where store_id = ${STORE}`, [
    subdomain,
  ]);
  await letPass(10, 'calm');
  expect(await mailTo(world, email, 'Resolvido: Servidor sem contato')).toContain('voltou a dar sinal');
  await page.reload();
  await expect(page.getByRole('list', { name: 'Alertas que terminaram' })).toContainText('voltou a dar sinal');
  const query = new URLSearchParams({ to: email, subject: 'Servidor sem contato' });
  expect(await control<unknown[]>(`${world.pages.mail}/__control/mails?${query}`)).toHaveLength(2);

  await page.getByRole('tab', { name: 'Como avisar' }).click();
  await page.getByRole('switch', { name: /Horas de silêncio/ }).check();
  await expect(page.getByLabel('Das')).toHaveValue('23:00');
  await page.getByRole('button', { name: 'Salvar alertas' }).click();
  await expect(page.getByText('Alertas salvos com sucesso!')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Até as')).toHaveValue('08:00');
});
