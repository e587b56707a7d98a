import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  circuitBreaker,
  handleAll,
} from 'cockatiel';

/** So many calls in a row without an answer, and nobody waits for the next ones. */
const FAILURES = 5;
/** After this long one call goes out to see; the work that was put off comes back sooner than that anyway. */
const PAUSE_MS = 5000;

/** One for each provider, named by its configured address: what is away is away for the whole process. */
const breakers = new Map<string, CircuitBreakerPolicy>();

function breakerOf(address: string): CircuitBreakerPolicy {
  const known = breakers.get(address);
  if (known) return known;
  const made = circuitBreaker(handleAll, { halfOpenAfter: PAUSE_MS, breaker: new ConsecutiveBreaker(FAILURES) });
  breakers.set(address, made);
  return made;
}

/**
 * Runs one call to the provider at `address`, or rejects at once with `away()`, nothing sent, while the provider does not
 * answer (facts/security.md 3.8). An error for which `isOutage` is false is an answer like any other.
 */
export async function guarded<T>(
  address: string,
  run: () => Promise<T>,
  { isOutage, away }: { isOutage: (error: unknown) => boolean; away: () => Error },
): Promise<T> {
  let outcome: { value: T } | { error: unknown };
  try {
    outcome = await breakerOf(address).execute(async () => {
      try {
        return { value: await run() };
      } catch (error) {
        if (isOutage(error)) throw error;
        return { error };
      }
    });
  } catch (error) {
    throw error instanceof BrokenCircuitError ? away() : error;
  }
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}
