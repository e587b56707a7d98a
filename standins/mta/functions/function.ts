import type { Value } from '../wire.ts';
import type { World } from '../world.ts';

/** Several results of one call. An array would be one result, a table. */
export class Many {
  readonly values: Value[];
  constructor(...values: Value[]) {
    this.values = values;
  }
}

/** One function of the server: what it gives back for these arguments. A comment above each names the published code. */
type ServerFunction = (world: World, args: Value[]) => Many | Value | undefined;
export type Functions = Record<string, ServerFunction>;
