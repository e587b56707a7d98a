package app.vitrine.base;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A wish that is remembered until somebody waits for it. Several wishes are one. */
public final class Signal {
    private final Semaphore wishes = new Semaphore(0);

    /** Wishes. */
    public void give() {
        wishes.release();
    }

    /** Waits for a wish, at most so long. */
    public void await(long ms) throws InterruptedException {
        if (wishes.tryAcquire(ms, TimeUnit.MILLISECONDS)) wishes.drainPermits();
    }
}
