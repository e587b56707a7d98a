import { queryOptions } from '@tanstack/react-query';
import type { PasskeysAnswer } from '@vitrine/contract/passkeys';
import { api } from '../../lib/api.ts';

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await api<PasskeysAnswer>('GET', '/account/passkeys', { signal })).passkeys,
});
