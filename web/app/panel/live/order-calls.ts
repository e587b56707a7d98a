import type { JsonCallName } from '@vitrine/contract/calls/table';

/** The calls whose answers show orders one by one. */
export const shownOrders: readonly JsonCallName[] = ['POST /order', 'POST /order/details', 'POST /deliveries'];
