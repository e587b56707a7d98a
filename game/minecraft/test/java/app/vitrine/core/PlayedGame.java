package app.vitrine.core;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A game in which nobody is, with what a test wants otherwise. */
class PlayedGame implements Game {
    /** The effect of {@link #waiting} has begun, and may end. */
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch mayEnd = new CountDownLatch(1);

    /** What a look at a player who is away waits for, and how many looks have begun. */
    volatile CountDownLatch mayLook = new CountDownLatch(0);
    final AtomicInteger looks = new AtomicInteger();

    /** A delivery whose effect ends when the test says so. */
    Plan waiting() {
        return new Plan(null, null, given -> {
            given.run();
            begun.countDown();
            mayEnd.await();
            return Outcome.of("executed");
        });
    }

    @Override
    public String framework() {
        return "bungeecord";
    }

    @Override
    public String version() {
        return "played";
    }

    @Override
    public Map<String, boolean[]> actions() {
        return Map.of("execute_command", new boolean[] {true, true});
    }

    @Override
    public Map<String, NameList> lists() {
        return Map.of();
    }

    @Override
    public List<String> online() {
        return List.of();
    }

    @Override
    public int[] count() {
        return new int[] {0, 0};
    }

    @Override
    public Plan prepare(Delivery delivery) {
        if (!delivery.action().equals("execute_command")) throw new Refusal("unsupported_action");
        if (!delivery.onlyOnline()) return waiting();
        looks.incrementAndGet();
        try {
            mayLook.await();
        } catch (InterruptedException problem) {
            throw new IllegalStateException(problem);
        }
        throw new Refusal("player_offline");
    }

    @Override
    public Reading read(Delivery delivery, Map<String, Object> probe) {
        return new Reading(null, true);
    }

    @Override
    public String bag(Delivery delivery) {
        return null;
    }

    @Override
    public void delivered(Delivery delivery) {}
}
