import { calls } from '@vitrine/contract/calls/table';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { Refusal } from '../../http/errors.ts';
import { openEventStream } from '../../http/event-stream.ts';
import { senderOf } from '../../http/network.ts';
import { Places } from '../../http/places.ts';
import { serve } from '../../http/serve.ts';
import { type Panel, watchPanels } from './watch-panels.ts';

/** Open streams of one account (its browsers; the tabs of one browser share a stream), of one sender, and of this process. */
const PER_ACCOUNT = 12;
const PER_SENDER = 50;
const MOST = 2000;
/** Streams end after an hour at most. They end at different times, so that panels do not come back together. */
const LONGEST_MS = 50 * 60_000;
const SPREAD_MS = 10 * 60_000;

const { news, ready } = calls['GET /live/events'].events;

/** The event stream of an owner's open panel. */
export async function liveRoutes(app: App, deps: Deps): Promise<void> {
  const watch = watchPanels(deps);
  const [accounts, senders] = [new Places(), new Places()];
  let count = 0;
  let closed = false;
  app.addHook('preClose', async () => {
    closed = true;
    watch.close();
  });

  serve(app, 'GET /live/events', async ({ store, caller: { accountId, sessionId }, role, request, reply }) => {
    const sender = senderOf(request.ip);
    const full = accounts.of(accountId) >= PER_ACCOUNT || senders.of(sender) >= PER_SENDER || count >= MOST;
    if (closed || full) throw new Refusal('rate_limited', { retryAfter: 30 });
    accounts.take(accountId);
    senders.take(sender);
    count += 1;
    let unwatch = () => {};
    const stream = openEventStream(reply, LONGEST_MS + Math.random() * SPREAD_MS, () => {
      unwatch();
      accounts.leave(accountId);
      senders.leave(sender);
      count -= 1;
    });
    if (!stream.open) return reply;
    const panel: Panel = {
      store: store.id,
      sessionId,
      role,
      ready: () => stream.send('ready', {}, ready),
      tell: (what) => stream.send('news', what, news),
      beat: () => stream.beat(),
      end: () => stream.end(),
    };
    unwatch = watch.watch(panel);
    return reply;
  });
}
