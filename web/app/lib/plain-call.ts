import type { Meant } from '@vitrine/contract/calls/address';
import type { Answer, JsonCallName } from '@vitrine/contract/calls/table';
import { type ApiOptions, api } from './api.ts';
import type { Input } from './call.ts';

type Options<Of extends JsonCallName> =
  object extends Omit<Input<Of>, 'params'> ? [ApiOptions?] : [Omit<Input<Of>, 'params'>];

/**
 * `api` with the types of the table, for the shop's scripts, which have no byte to spare for `call`. The address is
 * written whole; the type check refuses one that the table does not have.
 */
export const plainCall = api as <Method extends string, Path extends `/${string}`>(
  method: Method,
  path: Path,
  ...options: Options<Meant<`${Method} ${Path}`>>
) => Promise<Answer<Meant<`${Method} ${Path}`>>>;
