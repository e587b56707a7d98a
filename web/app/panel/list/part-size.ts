/**
 * Rows of one part of a list: about three screens of it. On a phone a row is a card, which is higher, so that a part has fewer of
 * them.
 */
export const partSize = (rows: number, cards: number): number =>
  window.matchMedia('(width < 40rem)').matches ? cards : rows;
