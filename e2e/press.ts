import { expect, type Locator, type Page } from '@playwright/test';
import type { CallName } from '@vitrine/contract/calls/table';

/** A button, field or link of the panel that leads to a call, and the steps from one to the other. */
export interface Press {
  call: CallName;
  screen: string;
  /** The control that a role without the permission must not find enabled. */
  control(page: Page): Locator;
  /** All steps from the control to the call. */
  send(page: Page, control: Locator): Promise<void>;
}

/** The things that the steps work on. */
export interface Things {
  order: string;
  paidOrder: string;
  unpaidOrder: string;
  product: { id: string; name: string };
  emptyCategory: { id: string; name: string };
  variable: string;
  /** A page that shoppers see, outside the menu. */
  ownPage: { id: string; title: string };
  discount: { id: string; code: string };
  member: { name: string };
  invited: string;
  /** A role of the store's own that nobody has. */
  role: string;
  /** Name of a second game server. */
  server: string;
  subdomain: string;
}

export const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
export const link = (name: string) => (page: Page) => page.getByRole('main').getByRole('link', { name, exact: true });
export const inDrawer = (name: string) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });
export const press = (_page: Page, control: Locator) => control.click();
/** The window with this title. Looks only in dialogs: its script comes when it first opens, and the page may have the same words. */
export const windowOf = (page: Page, title: string | RegExp) => page.getByRole('dialog', { name: title });
/** Presses the control, and then the answer in the dialog. */
export const confirm = (question: string | RegExp, answer: string | RegExp) => async (page: Page, control: Locator) => {
  await control.click();
  await windowOf(page, question).getByRole('button', { name: answer, exact: true }).click();
};
/** The same for a dialog with a field to fill in. */
export const filled =
  (question: string | RegExp, answer: string, fill: (dialog: Locator) => Promise<unknown>) =>
  async (page: Page, control: Locator) => {
    await control.click();
    const dialog = windowOf(page, question);
    await fill(dialog);
    await dialog.getByRole('button', { name: answer, exact: true }).click();
  };
export const rowOf = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });
export const menuOf = (product: string) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name: `Ações de ${product}` });
export const menuItem = (product: string, item: string) => async (page: Page) => {
  await menuOf(product)(page).click();
  await page.getByRole('menuitem', { name: item }).click();
};

/** Screens that every role may open. The way to any other screen goes through one of them. */
const steppingStones = ['/categories', '/products', '/members'];

/**
 * Opens an address by links of the panel, through another screen. Nothing is loaded again, open dialogs are gone, and
 * no form asks before it is left.
 */
export async function goOn(page: Page, panel: string, address: string): Promise<void> {
  const pathOf = (to: string) => new URL(to, panel).pathname;
  const stone = steppingStones.find((one) => one !== pathOf(page.url()) && one !== pathOf(address)) ?? '';
  // Behind an open window the page has no roles.
  const heading = page.locator('main h1');
  for (const to of [stone, address]) {
    const before = await heading.innerText();
    await page.evaluate((href) => {
      history.pushState(null, '', href);
      dispatchEvent(new PopStateEvent('popstate'));
    }, to);
    // Nothing is checked on the screen between, so this looks at each frame. `expect` would look again only after 100 and 250 ms.
    const isOther = (text: string) =>
      !['', text].includes(document.querySelector<HTMLElement>('main h1')?.innerText ?? '');
    if (to === stone) await page.waitForFunction(isOther, before);
    else await expect(heading).not.toHaveText(before);
  }
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}
