import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';
import { DESKTOP, expectUsable, PHONE } from './usable.ts';

/** For a story that makes the API fail: the browser reports each refused request on its console. */
export const refusedRequests = [/Failed to load resource/];

/** Holds every answer of one API path until `release` is called, so that the screen shows its loading state. */
export async function hold(page: Page, path: string): Promise<{ release(): Promise<void> }> {
  let open = () => {};
  const gate = new Promise<void>((settle) => {
    open = settle;
  });
  const url = `**/v1${path}`;
  // On a busy machine a close look takes longer than the panel's own time-out, which another story tests.
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  await page.route(url, async (route) => {
    await gate;
    // The page may have been closed meanwhile, with its request.
    await route.continue().catch(() => {});
  });
  return {
    async release() {
      open();
      await page.unroute(url);
    },
  };
}

/** Refuses every call of one API path until `mend` is called. The panel does not repeat a 4xx. */
export async function refuse(
  page: Page,
  path: string,
  { status = 429, code = 'rate_limited', error = 'Muitas tentativas. Aguarde um pouco.' } = {},
): Promise<{ mend(): Promise<void> }> {
  const url = `**/v1${path}`;
  await page.route(url, (route) => route.fulfill({ status, json: { success: false, error, code } }));
  return { mend: () => page.unroute(url) };
}

/** The widths at which a screen is checked (LOOK.md). */
const WIDTHS = [PHONE, { width: 768, height: 1024 }, DESKTOP];

/** With E2E_PICTURES (a folder): saves pictures of a face at each width, for the eye. */
async function takePictures(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_PICTURES;
  if (!folder) return;
  for (const size of WIDTHS) {
    await page.setViewportSize(size);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(folder, `${name}-${size.width}.png`), animations: 'disabled' });
  }
}

/**
 * What must hold of every face of a screen, at this width and on the narrowest phone; the page keeps that size.
 * `name` is the picture's.
 */
export async function expectUsableFace(page: Page, name?: string): Promise<void> {
  // An element that fades in has too little contrast at first. Skeletons and scroll animations never end, so they are
  // skipped.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, timeline, effect }) =>
          playState !== 'running' || timeline !== document.timeline || effect?.getTiming().iterations === Infinity,
      ),
  );
  await expectUsable(page, page.url());
  const before = page.viewportSize();
  await page.setViewportSize(PHONE);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: `${page.url()} on a phone` })
    .toBeLessThanOrEqual(PHONE.width);
  if (name) await takePictures(page, name);
  if (before) await page.setViewportSize(before);
}
