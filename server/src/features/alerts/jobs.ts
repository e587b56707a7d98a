import type { Payload } from '../../jobs/payloads.ts';
import type { Run } from '../../jobs/task.ts';
import { postNews } from './channel-news.ts';

/** Task `alerts.post`: writes news of alerts in the channel that a store's owner chose. */
export const postNewsJob: Run<Payload<'alerts.post'>> = (deps, { storeId }, attempt) =>
  postNews(deps, storeId, attempt);
