import { z } from 'zod';
import { id } from './common.ts';

/** What an open panel hears of its store: that something changed, and never what. It reads that by the ordinary calls. */

const liveTopics = ['orders', 'figures', 'visits', 'attention', 'servers', 'alerts', 'files', 'approvals'] as const;
export type LiveTopic = (typeof liveTopics)[number];

/** GET /v1/live/events, event `news` */
export const LiveNews = z.object({
  topics: z.array(z.enum(liveTopics)),
  /** Orders that came, or that changed with their payments and deliveries. The topic `orders` without any: all may have changed. */
  orders: z.array(id),
  /** Sales that were just paid. */
  sales: z.array(id),
});
export type LiveNews = z.infer<typeof LiveNews>;

/** The same, event `ready`: from now on everything is told. Whoever read before reads again. */
export const LiveReady = z.object({});
