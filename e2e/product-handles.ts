import type { Locator, Page } from '@playwright/test';

/** The handle by which a product of the panel's list is moved. */
export const handleOf = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Mover ${name}: arraste ou use as setas` });

/** The middle of a product's handle in the window, in px. Throws if the handle is not shown. */
export async function middleOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await handleOf(page, name).boundingBox();
  if (!box) throw new Error(`${name} has no handle`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
