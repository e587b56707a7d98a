import { queryOptions } from '@tanstack/react-query';
import type { DeliveryFilter, ResendableState } from '@vitrine/contract/resends';
import { call } from '../../../lib/call.ts';
import { keyOf } from '../../store/query-keys.ts';

/** How often a job under way is asked for, and one that is over, in ms. */
const LIVE_MS = 2_000;
const QUIET_MS = 20_000;

/** Products and game servers by which deliveries can be filtered. */
export const choicesQuery = (subdomain: string | null) =>
  queryOptions({
    queryKey: keyOf('POST /deliveries/choices', subdomain),
    enabled: subdomain !== null,
    queryFn: ({ signal }) => call('POST /deliveries/choices', { body: {}, store: subdomain, signal }),
  });

/** The store's newest jobs; live while one is under way. */
export const resendsQuery = (subdomain: string | null) =>
  queryOptions({
    queryKey: keyOf('POST /deliveries/resends', subdomain),
    enabled: subdomain !== null,
    queryFn: ({ signal }) => call('POST /deliveries/resends', { body: {}, store: subdomain, signal }),
    refetchInterval: ({ state }) =>
      state.data?.jobs.some(({ finishedAt, waiting }) => finishedAt === null || waiting > 0) ? LIVE_MS : QUIET_MS,
  });

export interface ResendChoice {
  filter: DeliveryFilter;
  /** Deliveries picked by hand; empty: all that the filter names. */
  ids: string[];
  states: ResendableState[];
  /** City id of the player's new character; null for the receiver of each delivery. */
  toClient: number | null;
}

/** The body that names these deliveries. */
export const bodyOf = ({ filter, ids, states, toClient }: ResendChoice) => ({
  ...filter,
  ...(ids.length > 0 && { ids }),
  states,
  ...(toClient !== null && { toClient }),
});

/** What a resend would do. Each look is fresh, because its `asOf` bounds the job. */
export const planQuery = (subdomain: string | null, choice: ResendChoice, open: boolean) =>
  queryOptions({
    queryKey: keyOf('POST /deliveries/resends/plan', subdomain, { choice: JSON.stringify(choice) }),
    enabled: subdomain !== null && open && choice.states.length > 0,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => call('POST /deliveries/resends/plan', { body: bodyOf(choice), store: subdomain, signal }),
  });
