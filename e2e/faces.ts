import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { DESKTOP, expectSound, PHONE } from './sound.ts';
import { expect } from './test.ts';

/** What a story says when it makes the API fail: the browser reports each refused request on its console. */
export const refusedRequests = [/Failed to load resource/];

/** Holds every answer of one API path back until `release` is called: the screen shows that it loads. */
export async function hold(page: Page, path: string): Promise<{ release(): Promise<void> }> {
  let open = () => {};
  const gate = new Promise<void>((settle) => {
    open = settle;
  });
  const url = `**/v1${path}`;
  // Who looks closely on a busy machine takes longer than the panel waits: its patience is another story.
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  await page.route(url, async (route) => {
    await gate;
    // The page may have gone meanwhile, and its request with it.
    await route.continue().catch(() => {});
  });
  return {
    async release() {
      open();
      await page.unroute(url);
    },
  };
}

/** Answers one API path with a refusal until `mend` is called. 4xx: the panel asks those only once. */
export async function refuse(
  page: Page,
  path: string,
  { status = 429, code = 'rate_limited', error = 'Muitas tentativas. Aguarde um pouco.' } = {},
): Promise<{ mend(): Promise<void> }> {
  const url = `**/v1${path}`;
  await page.route(url, (route) => route.fulfill({ status, json: { success: false, error, code } }));
  return { mend: () => page.unroute(url) };
}

/** The widths at which a screen is judged (LOOK.md). */
const WIDTHS = [PHONE, { width: 768, height: 1024 }, DESKTOP];

/** With E2E_PICTURES, a folder: how a face looks at each width, to be judged by eye. */
async function takePictures(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_PICTURES;
  if (!folder) return;
  for (const size of WIDTHS) {
    await page.setViewportSize(size);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(folder, `${name}-${size.width}.png`), animations: 'disabled' });
  }
}

/** What must hold of every face of a screen, here and on the narrowest phone; the page keeps its size. `name` is its picture's. */
export async function expectSoundFace(page: Page, name?: string): Promise<void> {
  // What fades in has no contrast to speak of yet. Skeletons pulse for ever, and what follows scrolling has no end either.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, timeline, effect }) =>
          playState !== 'running' || timeline !== document.timeline || effect?.getTiming().iterations === Infinity,
      ),
  );
  await expectSound(page, page.url());
  const before = page.viewportSize();
  await page.setViewportSize(PHONE);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: `${page.url()} on a phone` })
    .toBeLessThanOrEqual(PHONE.width);
  if (name) await takePictures(page, name);
  if (before) await page.setViewportSize(before);
}
