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

/** Who is called, and for whom. */
export interface Callee {
  /** The provider, by its configured address. */
  address: string;
  /** The store and, after a space, its token, or the Discord server, that the call is made for: its failures are its own. */
  party: string;
  /** Ends the wait for a turn; 10 s when left out. */
  signal?: AbortSignal | undefined;
}

/**
 * How a call ended without an answer: `unreachable` before anything of it was sent, which is nobody's own fault; `failed`
 * late, cut off, 5xx or unreadable, which may be due to what this one party asked for.
 */
export type Outage = 'unreachable' | 'failed';

/** So many calls in a row without an answer, and nobody waits for the next ones. */
const FAILURES = 5;
/** After this long one call goes out to see; the work that was put off comes back sooner than that anyway. */
const PAUSE_MS = 5000;
/** Parties remembered for each address; whoever was asked for longest ago goes first. */
const MOST_PARTIES = 5000;
const LONGEST_WAIT_MS = 10_000;
/** Calls to one address at once: a party that hangs must not take the lines of the others. */
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
 * Runs one call to a provider in its party's turn, or rejects with `away()`, nothing sent: while this party's calls are
 * not answered, while the address cannot be reached, while several parties are not answered, or where a party has too many
 * calls under way (docs/decisions/0039-one-store-never-stops-another.md). An error without an outage is an answer.
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
