import { z } from 'zod';
import { LiveNews, LiveReady } from '../live.ts';
import { call } from './call.ts';
import { orderExample } from './order-example.ts';

/** The owner's open panel. */
export const live = {
  'GET /live/events': call({
    id: 'followStore',
    access: 'store.read',
    says: 'Tells an open panel what of its store changed, as far as the role may read it, for at most an hour.',
    headers: z.object({ accept: z.string().max(200).includes('text/event-stream') }),
    events: { news: LiveNews, ready: LiveReady },
    refusals: ['rate_limited'],
    example: { answer: { topics: ['orders', 'figures'], orders: [orderExample._id], sales: [orderExample._id] } },
  }),
};
