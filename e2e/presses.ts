import type { Press, Things } from './press.ts';
import { pressesInCatalog } from './presses-catalog.ts';
import { pressesInSales } from './presses-sales.ts';
import { pressesInStore } from './presses-store.ts';

/** Every call that a press in the panel sends. Reads of a screen are in the story of that screen. */
export const pressesOn = (things: Things): Press[] => [
  ...pressesInCatalog(things),
  ...pressesInSales(things),
  ...pressesInStore(things),
];
