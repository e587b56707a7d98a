import type { Page } from '@playwright/test';

/** What a person did by hand so far, in every page of the browser. */
export interface Hand {
  /** Presses of a button, link or tab, and choices in a list. */
  presses: number;
  /** Fields that were typed into. */
  fields: number;
}

/** Counts what a person does by hand from now on. `report` prints the counts and the seconds since then. */
export async function countPresses(page: Page): Promise<Hand & { report(of: string): void }> {
  const start = Date.now();
  const hand = {
    presses: 0,
    fields: 0,
    report(of: string) {
      const seconds = Math.round((Date.now() - start) / 1000);
      console.info(`${of}: ${hand.presses} presses and ${hand.fields} fields in ${seconds} s`);
    },
  };
  await page.context().exposeBinding('handMoved', (_, kind: keyof Hand) => {
    hand[kind] += 1;
  });
  await page.context().addInitScript(() => {
    const { handMoved } = window as unknown as { handMoved(kind: keyof Hand): void };
    let last: EventTarget | null = null;
    addEventListener('pointerdown', () => handMoved('presses'), { capture: true });
    addEventListener(
      'input',
      ({ target }) => {
        if (target instanceof HTMLSelectElement) handMoved('presses');
        else if (!(target instanceof HTMLInputElement && /checkbox|radio/.test(target.type)) && target !== last) {
          last = target;
          handMoved('fields');
        }
      },
      { capture: true },
    );
  });
  return hand;
}
