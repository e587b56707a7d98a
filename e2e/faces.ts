import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

const NARROWEST = { width: 360, height: 740 };

/** What a story says when it makes the API fail: the browser reports each refused request on its console. */
export const refusedRequests = [/Failed to load resource/];

/** Holds every answer of one API path back until `release` is called: the screen shows that it loads. */
export async function hold(page: Page, path: string): Promise<{ release(): Promise<void> }> {
  let open = () => {};
  const gate = new Promise<void>((settle) => {
    open = settle;
  });
  const url = `**/v1${path}`;
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

/** axe finds nothing, and nothing sticks out at the side: not here, and not on the narrowest phone. */
export async function expectSound(page: Page): Promise<void> {
  // What fades in has no contrast to speak of yet.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
    `axe at ${page.url()}`,
  ).toEqual([]);
  const before = page.viewportSize();
  for (const size of [before, NARROWEST]) {
    if (size) await page.setViewportSize(size);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
        message: `nothing sticks out at ${page.url()}, ${size?.width} px`,
      })
      .toBe(0);
  }
  if (before) await page.setViewportSize(before);
}
