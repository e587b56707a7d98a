import type { Deed, Things } from './deed.ts';
import { deedsInCatalog } from './deeds-catalog.ts';
import { deedsInSales } from './deeds-sales.ts';
import { deedsInStore } from './deeds-store.ts';

/** Every call of the panel that a press sends. Screens are opened by their own story; what they read needs no row. */
export const deedsOn = (things: Things): Deed[] => [
  ...deedsInCatalog(things),
  ...deedsInSales(things),
  ...deedsInStore(things),
];
