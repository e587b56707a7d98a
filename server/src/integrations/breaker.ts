import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  circuitBreaker,
  type handleAll,
  handleWhen,
} from 'cockatiel';
import { BusyError, createFairShare } from '../fair-share.ts';
import { createSpread } from './spread.ts';

/** The provider, and the party that calls it. */
export interface Callee {
  /** The provider, by its configured address. */
  address: string;
  /**
   * The party of the call: a store and, after a space, its token; or a Discord server. Its failures count against it
   * alone.
   */
  party: string;
  /** Ends the wait for a turn; after 10 s by default. */
  signal?: AbortSignal | undefined;
}

/**
 * How a call ended without an answer. `unreachable`: nothing of it was sent, so no party caused it. `failed`: late,
 * cut off, 5xx or unreadable, which this party's own request may have caused.
 */
export type Outage = 'unreachable' | 'failed';

/** After this many calls in a row without an answer, the next ones are refused at once. */
const FAILURES = 5;
/** After this time, in ms, one call tests the provider. Delayed work comes back sooner than that. */
const PAUSE_MS = 5000;
/** Most remembered parties per address; the one with the oldest call is dropped first. */
const MOST_PARTIES = 5000;
const LONGEST_WAIT_MS = 10_000;
/** Most calls to one address: a party whose calls hang must not take all connections. */
const SHARE = { atOnce: 256, perParty: 32, waiting: 128 };

/** An error that counts against the provider. */
class OutageError extends Error {
  readonly kind: Outage;
  constructor(kind: Outage, cause: unknown) {
    super(kind, { cause });
    this.kind = kind;
  }
}

const breaker = (policy: typeof handleAll): CircuitBreakerPolicy =>
  circuitBreaker(policy, { halfOpenAfter: PAUSE_MS, breaker: new ConsecutiveBreaker(FAILURES) });

function createProvider() {
  const parties = new Map<string, CircuitBreakerPolicy>();
  return {
    /** Open for everybody: the address cannot be reached. */
    network: breaker(handleWhen((error) => error instanceof OutageError && error.kind === 'unreachable')),
    spread: createSpread(),
    share: createFairShare(SHARE),
    /** Open for one party. */
    of(party: string): CircuitBreakerPolicy {
      const policy = parties.get(party) ?? breaker(handleWhen((error) => error instanceof OutageError));
      parties.delete(party);
      parties.set(party, policy);
      if (parties.size > MOST_PARTIES) parties.delete(parties.keys().next().value ?? '');
      return policy;
    },
  };
}
const providers = new Map<string, ReturnType<typeof createProvider>>();

function providerAt(address: string) {
  const known = providers.get(address);
  if (known) return known;
  const made = createProvider();
  providers.set(address, made);
  return made;
}

/**
 * Runs one call to a provider when it is the party's turn. Rejects with `away()` and sends nothing in four cases:
 * this party's calls get no answer, the address cannot be reached, several parties get no answer, or the party has
 * too many running calls (docs/decisions/0039-one-store-never-stops-another.md). An error that is no outage counts as
 * an answer.
 */
export async function guarded<T>(
  { address, party, signal = AbortSignal.timeout(LONGEST_WAIT_MS) }: Callee,
  run: () => Promise<T>,
  { outageOf, away }: { outageOf: (error: unknown) => Outage | undefined; away: () => Error },
): Promise<T> {
  const provider = providerAt(address);
  const call = async (): Promise<{ value: T } | { error: unknown }> => {
    try {
      return { value: await run() };
    } catch (error) {
      const kind = outageOf(error);
      if (kind) throw new OutageError(kind, error);
      return { error };
    }
  };
  let outcome: { value: T } | { error: unknown };
  try {
    outcome = await provider.share.run(party, signal, () =>
      provider.of(party).execute(() => provider.network.execute(() => provider.spread.watch(party, call))),
    );
  } catch (error) {
    if (error instanceof OutageError) throw error.cause;
    throw error instanceof BrokenCircuitError || error instanceof BusyError ? away() : error;
  }
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}
