import { test as base, expect, type Page } from '@playwright/test';

export { expect };

/** Playwright tries to run a story's first script in every frame; the preview of a window runs no script. */
const OWN = /Blocked script execution in 'about:srcdoc'/;

interface Fixtures {
  /** Console errors that this story causes on purpose, as patterns of their text. */
  expectedErrors: RegExp[];
  /** Watches a page that the story opened itself (another context, another person). */
  watch: (page: Page) => void;
}

/**
 * Playwright's `test` with one more rule: an error on the console, an uncaught exception or a hydration fault in any
 * watched page fails the story. Each browser context that a story opens is closed at its end.
 */
export const test = base.extend<Fixtures & { guard: undefined }>({
  expectedErrors: [[], { option: true }],
  watch: async ({ expectedErrors }, use) => {
    const errors: string[] = [];
    const note = (page: Page, text: string) => {
      if (![OWN, ...expectedErrors].some((pattern) => pattern.test(text))) errors.push(`${page.url()}: ${text}`);
    };
    await use((page) => {
      page.on('console', (message) => {
        if (message.type() === 'error') note(page, message.text());
      });
      page.on('pageerror', (error) => note(page, error.message));
    });
    expect(errors, 'errors on the console').toEqual([]);
  },
  guard: [
    async ({ page, browser, watch }, use) => {
      watch(page);
      await use(undefined);
      // An open page goes on working, and can take the focus from the pages of later stories.
      const others = browser.contexts().filter((context) => context !== page.context());
      await Promise.all(others.map((context) => context.close()));
    },
    { auto: true },
  ],
});
