import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The two ends of the storefront's design: a phone and a desktop (LOOK.md). */
export const PHONE = { width: 360, height: 800 };
export const DESKTOP = { width: 1440, height: 900 };

/** What must hold of every screen in every state: axe finds nothing, and nothing sticks out at the side. */
export async function expectSound(page: Page, state: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  expect(found, `${state}: accessibility`).toEqual([]);
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(content, `${state}: nothing sticks out`).toBeLessThanOrEqual(screen ?? 0);
}
