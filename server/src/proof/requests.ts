import { accountRequests } from './requests/accounts.ts';
import { catalogRequests } from './requests/catalog.ts';
import { customerRequests } from './requests/customers.ts';
import { deliveryRequests } from './requests/deliveries.ts';
import { orderRequests } from './requests/orders.ts';
import { storeRequests } from './requests/stores.ts';
import type { Row } from './sample.ts';

/** A good request of every route. A route without a row fails the proof, so a new route needs one. */
export const requests: Record<string, Row> = {
  ...accountRequests,
  ...storeRequests,
  ...catalogRequests,
  ...orderRequests,
  ...customerRequests,
  ...deliveryRequests,
};
