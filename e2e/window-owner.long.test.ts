import type { Locator, Page } from '@playwright/test';
import { enter, newStore } from './owner.ts';
import { expect, test } from './test.ts';
import { DESKTOP, expectUsable, PHONE } from './usable.ts';

/** How long a person takes for a press, in s; below, how many letters they type in a second. */
const PRESS_S = 3;
const LETTERS = 5;

/** An evening sky, 1600 × 1000, so the hero (16:9) asks for a cut. */
async function drawSky(page: Page) {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1600, 1000];
    const context = canvas.getContext('2d');
    const sky = context?.createLinearGradient(0, 0, 0, 1000);
    sky?.addColorStop(0, '#2b1b3d');
    sky?.addColorStop(1, '#f0b44c');
    if (context && sky) context.fillStyle = sky;
    context?.fillRect(0, 0, 1600, 1000);
    return canvas.toDataURL('image/png');
  });
  return { name: 'ceu.png', mimeType: 'image/png', buffer: Buffer.from(address.split(',')[1] ?? '', 'base64') };
}

/** A person at the panel, whose presses and letters are counted. */
function makeHand(page: Page) {
  let presses = 0;
  let letters = 0;
  return {
    async press(what: Locator) {
      presses++;
      await what.click();
    },
    async choose(list: Locator, label: string) {
      presses += 2;
      await list.selectOption({ label });
    },
    async type(field: Locator, text: string) {
      presses++;
      letters += text.length;
      await field.fill(text);
    },
    /** Types into the field that already has the focus. */
    async goOn(field: Locator, text: string) {
      await expect(field).toBeFocused();
      letters += text.length;
      await page.keyboard.insertText(text);
    },
    async upload(field: Locator) {
      presses += 2;
      await field.setInputFiles(await drawSky(page));
      await this.press(page.getByRole('button', { name: 'Usar imagem' }));
    },
    minutes: () => (presses * PRESS_S + letters / LETTERS) / 60,
  };
}

test('an owner without help builds a medieval window in ten minutes, takes it back, and moves the theme', async ({
  page,
  browser,
}) => {
  await page.setViewportSize(DESKTOP);
  const owner = await newStore({ name: 'Reino de Valdória', paid: true });
  const shop = await (await browser.newContext({ viewport: PHONE })).newPage();
  const titles = async () => {
    await shop.goto(owner.store.url);
    return await shop.getByRole('heading', { level: 2 }).allTextContents();
  };
  await enter(page, owner, '/window');
  const hand = makeHand(page);
  const menu = (name: string) => page.getByRole('link', { name, exact: true }).first();
  const button = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name });
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const words = (name: RegExp) => page.getByRole('main').getByRole('textbox', { name });
  const add = async (kind: RegExp) => {
    await hand.press(button('Adicionar seção'));
    await hand.press(page.getByRole('dialog').getByRole('button', { name: kind }));
  };

  await test.step('the theme is one press away from the editor', async () => {
    await hand.press(page.getByRole('link', { name: 'Tema e cores' }));
    await hand.press(page.getByRole('radio', { name: /^Reino/ }));
    await hand.type(field('Cor primária'), '#8b1e1e');
    await hand.type(field('Cor secundária'), '#c9a227');
    await hand.press(page.getByRole('button', { name: 'Salvar' }));
    await expect(page.getByText('Configurações salvas com sucesso!')).toBeVisible();
  });

  await test.step('a section that needs products says so, and leads there', async () => {
    await hand.press(menu('Vitrine da loja'));
    await add(/^Prateleira/);
    await expect(page.getByText('Sua loja ainda não tem categorias.')).toBeVisible();
    await hand.press(page.getByRole('link', { name: 'Criar categoria' }));
    for (const name of ['Títulos', 'Tesouros']) {
      if (name === 'Tesouros') await hand.press(page.getByRole('link', { name: 'Nova categoria' }));
      await hand.goOn(field('Nome da categoria'), name);
      await hand.press(page.getByRole('button', { name: 'Criar categoria' }));
      await expect(page.getByText(name, { exact: true })).toBeVisible();
    }
    await hand.press(menu('Produtos'));
    const goods = [
      { name: 'Barão', price: '24,90', gives: 'Salário dobrado', category: 'Títulos' },
      { name: 'Cavaleiro', price: '14,90', gives: 'Espada do rei', category: 'Títulos' },
      { name: 'Mil moedas', price: '9,90', gives: 'Na bolsa, ao entrar', category: 'Tesouros' },
    ];
    for (const [index, { name, price, gives, category }] of goods.entries()) {
      await hand.press(page.getByRole('link', { name: index === 0 ? 'Criar o primeiro produto' : 'Novo produto' }));
      await hand.type(field('Nome'), name);
      await hand.choose(page.getByLabel('Categoria'), category);
      await hand.type(page.getByLabel('Descrição'), gives);
      if (index === 0) await hand.press(page.getByText('Produto em destaque'));
      await hand.type(field('Preço'), price);
      await hand.press(page.getByRole('button', { name: 'Criar Produto' }));
      await expect(page.getByRole('link', { name: 'Novo produto' })).toBeVisible();
    }
  });

  const preview = page.frameLocator('iframe[title^="Prévia"]');
  await test.step('each new section is ready to be written, and the preview shows it', async () => {
    await hand.press(menu('Vitrine da loja'));
    await hand.press(button(/^Prateleira/));
    await hand.choose(field('Categoria'), 'Títulos');
    await add(/^Capa/);
    await hand.goOn(words(/^Título/), 'Jure lealdade ao Reino');
    await hand.type(words(/^Texto \(/), 'Um servidor medieval de roleplay.');
    await hand.upload(page.getByLabel(/^Imagem/));
    await expect(page.getByText('Ponto que sempre aparece')).toBeVisible();
    await hand.type(words(/^Texto do botão/), 'Ver os títulos');
    await expect(page.getByText('O botão aparece quando você escolher aonde ele leva.')).toBeVisible();
    await hand.choose(field('Leva para'), 'Uma categoria');
    await add(/^Faixa de aviso/);
    await hand.goOn(field('Texto'), 'Torneio no sábado');
    await add(/^Destaques/);
    await add(/^Comparação/);
    await hand.choose(field('Recomendado'), 'Barão');
    await add(/^Regras/);
    await hand.type(field('Regra 1'), 'Sem ofensas.');
    await hand.press(button('Adicionar regra'));
    await hand.goOn(field('Regra 2'), 'Um personagem por pessoa.');
    await add(/^Perguntas/);
    await hand.type(field('Pergunta 1'), 'Quando recebo?');
    await hand.type(field('Resposta 1'), 'Assim que o pagamento é aprovado.');
    await add(/^Equipe/);
    await hand.type(field('Nome 1'), 'Rei Aldo');
    await add(/^Contagem/);
    await hand.goOn(field('Título'), 'O torneio começa em');
    await hand.type(field('Data e hora'), '2099-12-12T18:00');
    await expect(preview.getByText('O torneio começa em')).toBeInViewport();
    // the bar and the picture belong to the top
    for (const name of [/^Mover Faixa de aviso/, /^Mover Capa/]) {
      const handle = button(name);
      const places = name.source.includes('Faixa') ? 2 : 1;
      for (let place = 0; place < places; place++) await handle.press('ArrowUp');
    }
    await expectUsable(page, 'the editor of a whole window');
  });

  await test.step('a page says how to enter, and the window is published', async () => {
    await hand.press(menu('Páginas'));
    await hand.press(button('Nova página'));
    await hand.type(page.getByRole('dialog').getByLabel('Título'), 'Como entrar');
    await hand.press(page.getByRole('button', { name: 'Criar página' }));
    await expect(page.getByText('ainda não está no ar')).toBeVisible();
    await add(/^Regras/);
    await hand.goOn(words(/^Título/), 'Passos');
    await hand.type(field('Regra 1'), 'Instale o FiveM.');
    await hand.press(page.getByRole('button', { name: 'Publicar' }));
    await expect(page.getByText('Página publicada!')).toBeVisible();
    await hand.press(menu('Vitrine da loja'));
    await hand.press(page.getByRole('button', { name: 'Publicar' }));
    await expect(page.getByText('Vitrine publicada!')).toBeVisible();
  });
  expect(hand.minutes()).toBeLessThan(10);

  const built = ['Títulos', 'Destaques', 'Compare', 'Regras', 'Perguntas frequentes', 'Equipe', 'O torneio começa em'];
  expect(await titles()).toEqual(['Jure lealdade ao Reino', ...built, 'Tesouros']);
  await expect(shop.getByText('Torneio no sábado')).toBeInViewport();
  await expect(shop.getByText('Salário dobrado').last()).toBeAttached();
  await expectUsable(shop, 'the medieval window');

  await test.step('the first publication can be taken back, and so can that', async () => {
    await button('Histórico').click();
    await page.getByRole('button', { name: 'Voltar para antes da primeira publicação' }).click();
    await page.getByRole('button', { name: 'Publicar de novo' }).click();
    await expect(page.getByText('Loja sem seções no ar!')).toBeVisible();
    expect(await titles()).toEqual(['Títulos', 'Tesouros']);
    await button('Histórico').click();
    await page
      .getByRole('button', { name: /^Voltar para \d/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Publicar de novo' }).click();
    await expect(page.getByText('Publicação anterior no ar!')).toBeVisible();
    expect(await titles()).toContain('Jure lealdade ao Reino');
  });

  await test.step('the theme moves to a second store', async () => {
    await page.getByRole('link', { name: 'Tema e cores' }).click();
    const waited = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exportar tema' }).click();
    const file = await (await waited).path();
    const second = await newStore({ name: 'Feudo do Norte', paid: true });
    await page.evaluate((subdomain) => localStorage.setItem('store', subdomain), second.store.subdomain);
    await page.goto(`${owner.world.panel}/config?tab=aparencia`);
    await expect(page.getByText('Feudo do Norte').first()).toBeVisible();
    await page.getByLabel('Importar tema').last().setInputFiles(file);
    await expect(page.getByRole('radio', { name: /^Reino/ })).toBeChecked();
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByText('Configurações salvas com sucesso!')).toBeVisible();
    const face = async (address: string) => {
      await shop.goto(address);
      return await shop.evaluate(() => {
        const title = document.querySelector('h1') ?? document.body;
        return [getComputedStyle(title).fontFamily, getComputedStyle(title).color];
      });
    };
    const [letters] = await face(owner.store.url);
    expect(letters).toContain('Title');
    expect(await face(second.store.url)).toEqual(await face(owner.store.url));
  });
  await shop.context().close();
});
