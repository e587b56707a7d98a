import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await call('GET /account/passkeys', { signal })).passkeys,
});
