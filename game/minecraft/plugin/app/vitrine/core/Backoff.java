package app.vitrine.core;

import java.util.concurrent.ThreadLocalRandom;

/** Waiting times after failures: 5, 10, 20 … 300 s, each ±20 %. A success starts again at 5. */
public final class Backoff {
    private int failures;

    /** Milliseconds until the next try. */
    public synchronized long next() {
        double seconds = Math.min(300, 5 * Math.pow(2, Math.min(failures, 10)));
        failures += 1;
        return spread((long) (seconds * 1000));
    }

    public synchronized void reset() {
        failures = 0;
    }

    /** ±20 %, so that many servers do not ask in the same moment. */
    static long spread(long ms) {
        return (long) (ms * (0.8 + ThreadLocalRandom.current().nextDouble() * 0.4));
    }
}
