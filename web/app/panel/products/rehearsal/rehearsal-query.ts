import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { LIVE_MS } from '../../orders/order-queries.ts';
import { keyOf } from '../../store/query-keys.ts';
import { isMoving } from './rehearsal-words.ts';

/** The rehearsal with this id, or with null the one that is under way; live while something is on its way. */
export const rehearsalQuery = (store: string | null, id: string | null) =>
  queryOptions({
    queryKey: keyOf('POST /rehearsals', store, id),
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await call('POST /rehearsals', { body: id === null ? {} : { id }, store, signal })).rehearsal,
    refetchInterval: ({ state }) => (id !== null && state.data && isMoving(state.data) ? LIVE_MS : false),
  });
