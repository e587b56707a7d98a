import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { keyOf } from '../store/query-keys.ts';

export const passkeysQuery = queryOptions({
  queryKey: keyOf('GET /account/passkeys'),
  queryFn: async ({ signal }) => (await call('GET /account/passkeys', { signal })).passkeys,
});
