import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page } from '@playwright/test';
import type Axe from 'axe-core';

/** The smallest and the largest design of the storefront: a phone and a desktop (LOOK.md). */
export const PHONE = { width: 360, height: 800 };
export const DESKTOP = { width: 1440, height: 900 };
/**
 * The sizes for a story that is the same at both. `npm test` uses the phone, on which most people buy. At the desktop's size
 * it is one of the long stories (playwright.config.ts).
 */
export const ENDS = [
  { viewport: PHONE, details: {} },
  { viewport: DESKTOP, details: { tag: '@long' } },
];

const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with the page after its animations have ended: the rule and its elements. */
async function faultsOn(page: Page): Promise<string[]> {
  // An element that fades in has too little contrast at first. Endless and scroll animations are not waited for.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect, playState, timeline }) => {
      const endless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
      return playState !== 'running' || endless || !(timeline instanceof DocumentTimeline);
    }),
  );
  // The script is large, and a document keeps it: most documents are looked at several times.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
  return await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof Axe };
    // axe cannot run in a frame without scripts. Other stories check that page where shoppers see it.
    const preview = 'iframe[sandbox=allow-same-origin]';
    if (document.querySelector(`iframe:not(${preview})`)) throw new Error('axe would not look into this frame.');
    const { violations } = await axe.run({ exclude: preview }, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  });
}

/** axe finds nothing wrong with the page. */
export async function expectAccessible(page: Page, state = page.url()): Promise<void> {
  const found = await faultsOn(page);
  // A toast may have begun to fade in while axe looked; a fault of the page is there the second time too.
  const stays = found.length === 0 ? found : await faultsOn(page);
  expect(stays, `${state}: accessibility`).toEqual([]);
}

/** On the narrowest phone nothing makes the page scroll sideways. The page keeps that size. */
export async function expectFitsPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
}

/** What must hold of every screen in every state: axe finds nothing, and nothing is wider than the screen. */
export async function expectUsable(page: Page, state: string): Promise<void> {
  await expectAccessible(page, state);
  await expectNothingSticksOut(page, state);
}

/** Nothing is wider than the screen. */
export async function expectNothingSticksOut(page: Page, state: string): Promise<void> {
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(content, `${state}: nothing sticks out`).toBeLessThanOrEqual(screen ?? 0);
}

/** Presses Tab from the page's start and names every control that never gets the focus. */
export async function expectKeyboardReachesAll(page: Page, what: string): Promise<void> {
  const count = await page.evaluate(() => {
    const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    const reachable = [...document.querySelectorAll<HTMLElement>(controls)].filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(':disabled, [type=hidden], [type=radio]:not(:checked)') &&
        !element.closest('[inert]') &&
        element.checkVisibility({ visibilityProperty: true }),
    );
    for (const element of reachable) element.dataset.unreached = '';
    document.addEventListener('focusin', ({ target }) => delete (target as HTMLElement).dataset.unreached);
    (document.activeElement as HTMLElement | null)?.blur();
    window.getSelection()?.removeAllRanges();
    return reachable.length;
  });
  const unreached = page.locator('[data-unreached]');
  // Toasts that appear and go use up presses too.
  for (let step = 0; step < 2 * count + 3; step += 1) {
    await page.keyboard.press('Tab');
    if (step >= count - 1 && (await unreached.count()) === 0) break;
  }
  const missed = await unreached.evaluateAll((elements) => elements.map((one) => one.outerHTML.slice(0, 120)));
  expect(missed, `Tab on ${what}; the page has the focus: ${await hasFocus(page)}`).toEqual([]);
}

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  // A page that was closed a moment ago may have left the browser's focus nowhere.
  await page.bringToFront();
  for (let turn = 0; turn < 40; turn += 1) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never reaches ${control}; the page has the focus: ${await hasFocus(page)}`);
}

const hasFocus = async (page: Page) => await page.evaluate(() => document.hasFocus());
