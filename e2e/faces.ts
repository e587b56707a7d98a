import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { CallName } from '@vitrine/contract/calls/table';
import { route } from './call.ts';
import { expect } from './test.ts';
import { DESKTOP, expectAccessible, expectUsable, PHONE } from './usable.ts';

/** For a story that makes the API fail: the browser reports each refused request on its console. */
export const refusedRequests = [/Failed to load resource/];

/** Holds every answer to one call until `release` is called, so that the screen shows its loading state. */
export async function hold(page: Page, name: CallName): Promise<{ release(): Promise<void> }> {
  let open = () => {};
  const gate = new Promise<void>((settle) => {
    open = settle;
  });
  // On a busy machine the checks of a face take longer than the panel's own time-out, so it is off. Another story tests it.
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  const held = await route(page, name, async (one) => {
    await gate;
    // The page may have been closed meanwhile, with its request.
    await one.continue().catch(() => {});
  });
  return {
    async release() {
      open();
      await held.end();
    },
  };
}

/** Refuses one call until `mend` is called. The panel does not repeat a 4xx. */
export async function refuse(
  page: Page,
  name: CallName,
  { status = 429, code = 'rate_limited', error = 'Muitas tentativas. Aguarde um pouco.' } = {},
): Promise<{ mend(): Promise<void> }> {
  const broken = await route(page, name, (one) => one.fulfill({ status, json: { success: false, error, code } }));
  return { mend: broken.end };
}

/** The widths at which a screen is checked (LOOK.md). */
const WIDTHS = [PHONE, { width: 768, height: 1024 }, DESKTOP];

/**
 * With E2E_PICTURES (a folder): saves pictures of a face at each width in both schemes, for people to look at. In the
 * scheme that the story does not use, axe checks the face too.
 */
async function takePictures(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_PICTURES;
  if (!folder) return;
  const own = await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
  const other = own === 'dark' ? 'light' : 'dark';
  for (const colorScheme of [own, other] as const) {
    await page.emulateMedia({ colorScheme });
    if (colorScheme === other) await expectAccessible(page, `${page.url()} in ${other}`);
    for (const size of WIDTHS) {
      await page.setViewportSize(size);
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: join(folder, `${name}-${size.width}-${colorScheme}.png`), animations: 'disabled' });
    }
  }
  await page.emulateMedia({ colorScheme: own });
}

/**
 * Checks what must hold of every face of a screen, at this width and on the narrowest phone. The page keeps the phone's size.
 * `name` is the name of the picture.
 */
export async function expectUsableFace(page: Page, name?: string): Promise<void> {
  await expectUsable(page, page.url());
  const before = page.viewportSize();
  await page.setViewportSize(PHONE);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: `${page.url()} on a phone` })
    .toBeLessThanOrEqual(PHONE.width);
  if (name) await takePictures(page, name);
  if (before) await page.setViewportSize(before);
}
