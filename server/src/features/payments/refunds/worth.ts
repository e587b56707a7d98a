/** A line of an order. */
export interface Line {
  id: string;
  quantity: number;
  /** Units that were returned. */
  returned: number;
  /** What was paid for the line, in centavos: its price without its share of the coupon. */
  paid: number;
}

/** What the first `units` of a line are worth. The last unit takes what the division leaves. */
const worthOf = ({ paid, quantity }: Line, units: number) => Math.floor((paid * units) / quantity);

/** What the next `units` of a line are worth, in centavos, after those that were returned. */
export function worthOfNext(line: Line, units: number): number {
  return worthOf(line, line.returned + units) - worthOf(line, line.returned);
}
