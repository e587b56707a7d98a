import { z } from 'zod';
import { id } from './common.ts';

/** An open panel hears that something in its store changed, and never what. It reads the change by the ordinary calls. */

const liveTopics = ['orders', 'figures', 'visits', 'attention', 'servers', 'alerts', 'files', 'approvals'] as const;
export type LiveTopic = (typeof liveTopics)[number];

/** GET /v1/live/events, event `news` */
export const LiveNews = z.object({
  topics: z.array(z.enum(liveTopics)),
  /** Orders that came, or changed with payments and deliveries. If `topics` has `orders` and this is empty, any may have changed. */
  orders: z.array(id),
  /** Sales that were just paid. */
  sales: z.array(id),
});
export type LiveNews = z.infer<typeof LiveNews>;

/** The same, event `ready`: from now on every change is told. A panel that read earlier reads again. */
export const LiveReady = z.object({});
