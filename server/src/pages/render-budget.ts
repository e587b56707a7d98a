/**
 * What one sender may spend on pages that are not kept, in ms of rendering: about 1200 pages at once, then 50 a
 * second. Carriers put many players behind one address; 200 of them who buy at the same time stay far below this.
 */
const BURST_MS = 5000;
const PER_SECOND_MS = 200;
/**
 * What all senders may spend together: two fifths of a core. When it is used up, only senders that spent almost
 * nothing are served on credit; the more credit is used, the less each may have spent. New income is divided among
 * all who ask. At the floor nobody is served, because new senders are easy to invent.
 */
const ALL_BURST_MS = 1000;
const ALL_PER_SECOND_MS = 400;
const FLOOR_MS = -4 * ALL_BURST_MS;
/** An order's own budget, for a buyer in doubt. It counts pages of any cost: so many at once, then so many a second. */
const ORDER_BURST = 20;
const ORDER_PER_SECOND = 1;
/** Senders are counted over this time, in ms. */
const COUNTED_MS = 5000;
const LITTLE_MS = 0.02 * BURST_MS;
/** Most remembered senders; the one that spent longest ago is dropped first. */
const REMEMBERED = 50_000;
/** The price of a page before the first measurement, and its bounds. */
const FIRST_PRICE_MS = 4;
const LEAST_PRICE_MS = 1;
const MOST_PRICE_MS = 50;
/** Longest piece in which a busy time is measured, in ms. */
const PIECE_MS = 500;

interface Purse {
  left: number;
  at: number;
}

/**
 * A budget of rendering time for each sender and for all. A page costs what pages took lately: the time in which any
 * page was drawn, divided by their number. A refused page costs a quarter, so repeated requests do not save up.
 */
export function createRenderBudget(now: () => number = () => performance.now()) {
  const senders = new Map<string, Purse>();
  const orders = new Map<string, Purse>();
  const all: Purse = { left: ALL_BURST_MS, at: now() };
  let asking = new Set<string>();
  let askers = 1;
  let countedAt = now();
  let price = FIRST_PRICE_MS;
  let drawing = 0;
  let drawn = 0;
  let busySince = 0;

  function refill(purse: Purse, perSecond: number, burst: number): void {
    const time = now();
    purse.left = Math.min(burst, purse.left + ((time - purse.at) * perSecond) / 1000);
    purse.at = time;
  }

  /** The income of a sender, in ms a second. */
  function incomeOf(sender: string): number {
    asking.add(sender);
    if (now() - countedAt > COUNTED_MS) {
      askers = asking.size;
      asking = new Set([sender]);
      countedAt = now();
    }
    const share = ALL_PER_SECOND_MS / Math.max(askers, asking.size);
    return all.left < price ? Math.min(PER_SECOND_MS, share) : PER_SECOND_MS;
  }

  function learn(): void {
    const each = (now() - busySince) / drawn;
    const weight = Math.min(1, drawn / 16);
    price += weight * (Math.min(MOST_PRICE_MS, Math.max(LEAST_PRICE_MS, each)) - price);
    busySince = now();
    drawn = 0;
  }

  function purseIn(purses: Map<string, Purse>, name: string, burst: number): Purse {
    const purse = purses.get(name) ?? { left: burst, at: now() };
    purses.delete(name);
    purses.set(name, purse);
    if (purses.size > REMEMBERED) purses.delete(purses.keys().next().value ?? '');
    return purse;
  }

  function pay(purse: Purse, much: number): void {
    purse.left -= much;
    all.left = Math.max(FLOOR_MS, all.left - price);
  }

  /** What a sender may have spent and still be served on credit, in ms. Below 0, nobody is. */
  function littleNow(): number {
    if (all.left >= price) return Number.POSITIVE_INFINITY;
    if (all.left - price < FLOOR_MS) return -1;
    return Math.max(price, LITTLE_MS * (1 + all.left / ALL_BURST_MS));
  }

  return {
    /** Charges the sender for a page. Returns 0, or the seconds after which to ask again; then nothing is drawn. */
    take(sender: string): number {
      const purse = purseIn(senders, sender, BURST_MS);
      refill(all, ALL_PER_SECOND_MS, ALL_BURST_MS);
      const income = incomeOf(sender);
      refill(purse, income, BURST_MS);
      const little = littleNow();
      const pressed = BURST_MS - purse.left > little;
      if (purse.left < price || pressed) {
        purse.left = Math.max(-BURST_MS, purse.left - price / 4);
        const wanted = pressed ? BURST_MS - Math.max(0, little) : price;
        return Math.min(60, Math.max(1, Math.ceil((wanted - purse.left) / income)));
      }
      pay(purse, price);
      return 0;
    },
    /**
     * Charges an order's own budget for a page after its sender was refused: a buyer must always see the order. Only
     * for orders that exist. Returns the same as `take`.
     */
    takeOrder(reference: string): number {
      const purse = purseIn(orders, reference, ORDER_BURST);
      refill(purse, ORDER_PER_SECOND, ORDER_BURST);
      if (purse.left < 1) return Math.ceil((1 - purse.left) / ORDER_PER_SECOND);
      pay(purse, 1);
      return 0;
    },
    /** Draws a page and measures its cost. */
    async measure<T>(draw: () => Promise<T>): Promise<T> {
      if (drawing === 0) busySince = now();
      drawing += 1;
      try {
        return await draw();
      } finally {
        drawing -= 1;
        drawn += 1;
        if (drawing === 0 || now() - busySince > PIECE_MS) learn();
      }
    },
    /** Number of remembered senders. */
    get senders(): number {
      return senders.size;
    },
  };
}
