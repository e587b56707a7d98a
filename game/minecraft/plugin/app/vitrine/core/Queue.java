package app.vitrine.core;

import app.vitrine.base.Console;
import app.vitrine.base.Json;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Deliveries that were taken and are not finished: one at a time per player in the order of arrival, at most eight players
 * at once. When one must wait, those behind it go back, so that they are offered again in their order. They are only in
 * memory: a lost one had not begun, and its lease ends.
 */
final class Queue {
    private static final int PLAYERS_MAX = 8;
    private static final int CAPACITY = 50;
    private static final int NAMED_MAX = 100;
    private static final long PAUSE_MS = 50;
    private static final long CANCELLED_NS = 30_000_000_000L;

    private final Journal journal;
    private final Outbox outbox;
    private final Runner runner;
    private final Recovery recovery;
    private final Pending pending;
    private final Console console;
    private final ScheduledExecutorService workers;
    private final Map<String, Entry> byId = new LinkedHashMap<>();
    private final Map<String, Deque<Entry>> players = new HashMap<>();
    private final Deque<String> ready = new ArrayDeque<>();
    /** When Vitrine cancelled ids that are not here. */
    private final Map<String, Long> cancelled = new LinkedHashMap<>();
    private int active;
    private boolean paused;

    private static final class Entry {
        Delivery delivery;
        boolean running;

        Entry(Delivery delivery) {
            this.delivery = delivery;
        }
    }

    Queue(Journal journal, Outbox outbox, Runner runner, Recovery recovery, Pending pending, Console console, ScheduledExecutorService workers) {
        this.journal = journal;
        this.outbox = outbox;
        this.runner = runner;
        this.recovery = recovery;
        this.pending = pending;
        this.console = console;
        this.workers = workers;
    }

    private synchronized void pump() {
        while (active < PLAYERS_MAX && !paused && !ready.isEmpty()) {
            String player = ready.poll();
            active += 1;
            workers.execute(() -> work(player));
        }
    }

    private void work(String player) {
        Entry entry;
        synchronized (this) {
            entry = players.get(player).peek();
            if (entry != null) entry.running = true;
        }
        try {
            if (entry != null) run(entry);
        } finally {
            leave(player, entry);
        }
        pump();
    }

    private synchronized void leave(String player, Entry entry) {
        active -= 1;
        Deque<Entry> lane = players.get(player);
        if (entry != null) {
            lane.remove(entry);
            byId.remove(entry.delivery.id(), entry);
        }
        if (lane.isEmpty()) players.remove(player);
        else workers.schedule(() -> again(player), PAUSE_MS, TimeUnit.MILLISECONDS);
    }

    private void again(String player) {
        synchronized (this) {
            ready.add(player);
        }
        pump();
    }

    private void run(Entry entry) {
        Runner.Report report = (attempt, outcome) -> report(entry, attempt, outcome);
        try {
            runner.run(entry.delivery, report);
        } catch (RuntimeException | Error problem) {
            console.error("Erro interno na entrega: " + problem);
            Row row = journal.get(entry.delivery.id());
            // Our own mistake must not repeat an effect: if it began, a person must look at it.
            if (row == null) runner.conclude(entry.delivery, Outcome.of("adapter_error"), report);
            else if (row.isOpen()) runner.conclude(entry.delivery, Outcome.of("uncertain"), report);
        }
    }

    /**
     * It is over. What was behind it goes back in the same step: Vitrine answers a report at once, and what that answer brings
     * was sent with the knowledge of it.
     */
    private synchronized void report(Entry entry, long attempt, Outcome outcome) {
        String id = entry.delivery.id();
        // It may have been given out anew while it ran: an answer to the older attempt would be ignored.
        long newest = Math.max(attempt, entry.delivery.attempt());
        Row row = journal.get(id);
        byId.remove(id, entry);
        outbox.add(id, row == null ? newest : journal.attempt(row, newest), outcome);
        if (!outcome.status().equals("deferred")) return;
        Deque<Entry> lane = players.get(entry.delivery.player());
        if (lane != null && lane.remove(entry)) holdBack(lane);
    }

    /** Decides one that does not run. Its id stays taken until then, and nobody waits for the disk under our lock. */
    private void decide(Entry entry, Outcome outcome) {
        try {
            runner.conclude(entry.delivery, outcome, (attempt, told) -> report(entry, attempt, told));
        } finally {
            synchronized (this) {
                byId.remove(entry.delivery.id(), entry);
            }
        }
    }

    /**
     * The journal knows this id: it is never executed again, and its outcome is reported again. One exception: Vitrine has
     * stored a failure and offers it with a higher attempt, which is a person's decision to try again.
     */
    private boolean isKnown(Delivery delivery) {
        Row row = journal.get(delivery.id());
        if (row == null) return false;
        if (row.isOpen()) {
            journal.attempt(row, delivery.attempt());
            return true;
        }
        if (row.state.equals("done")) {
            long newest = journal.attempt(row, delivery.attempt());
            if (!row.unsaid) outbox.add(delivery.id(), newest, row.result);
            return true;
        }
        if (!row.result.status().equals("succeeded") && delivery.attempt() > row.attempt) return false;
        outbox.add(delivery.id(), delivery.attempt(), row.result);
        return true;
    }

    /** Takes a delivery as it arrived. */
    void offer(Object raw) {
        Delivery delivery = Delivery.read(raw);
        if (delivery == null) {
            console.warn("Uma entrega sem identificação foi ignorada");
            return;
        }
        Entry cancelledBefore = take(delivery);
        if (cancelledBefore != null) decide(cancelledBefore, Outcome.of("cancelled"));
        pump();
    }

    /**
     * One step: two answers at the same moment may carry the same delivery, and only the first of them may take it. Answers one
     * that was cancelled before it came, for {@link #decide}.
     */
    private synchronized Entry take(Delivery delivery) {
        Entry entry = byId.get(delivery.id());
        if (entry != null) {
            // It was given out anew, so it may begin until the new end. A running one answers under its newest attempt.
            entry.delivery = entry.delivery.attempt(delivery.attempt(), later(entry.delivery.expiresAt(), delivery.expiresAt()));
            Row row = journal.get(delivery.id());
            if (row != null) journal.attempt(row, delivery.attempt());
            return null;
        }
        runner.waiting().drop(delivery.id());
        if (isKnown(delivery)) return null;
        outbox.drop(delivery.id());
        entry = new Entry(delivery);
        if (wasCancelled(delivery.id())) {
            entry.running = true;
            byId.put(delivery.id(), entry);
            return entry;
        }
        pending.note(delivery, "na fila", null);
        if (recovery.concerns(delivery.player())) {
            // What was interrupted is judged by a value that this one would change.
            giveBack(delivery);
            return null;
        }
        byId.put(delivery.id(), entry);
        Deque<Entry> lane = players.get(delivery.player());
        if (lane == null) {
            players.put(delivery.player(), lane = new ArrayDeque<>());
            ready.add(delivery.player());
        }
        lane.add(entry);
        return null;
    }

    private void giveBack(Delivery delivery) {
        Outcome outcome = Outcome.of("held_back");
        outbox.add(delivery.id(), delivery.attempt(), outcome);
        pending.note(delivery, "aguardando", outcome);
    }

    /** Gives back what a player's delivery holds up. */
    private void holdBack(Deque<Entry> lane) {
        for (Entry one : List.copyOf(lane)) {
            remove(one);
            giveBack(one.delivery);
        }
    }

    private void remove(Entry entry) {
        byId.remove(entry.delivery.id());
        players.get(entry.delivery.player()).remove(entry);
    }

    /** The later of two ends; null is none. */
    private static Long later(Long one, Long other) {
        return one == null || other == null ? null : Long.valueOf(Math.max(one, other));
    }

    /** Vitrine has moved the ends: until when each may begin, by id. An end never becomes earlier. */
    synchronized void renew(Map<String, Object> ends) {
        ends.forEach((id, at) -> {
            Entry entry = byId.get(id);
            Long end = Json.whole(at);
            if (entry == null || end == null || entry.running || entry.delivery.expiresAt() == null) return;
            entry.delivery = entry.delivery.attempt(0, later(end, entry.delivery.expiresAt()));
        });
    }

    /**
     * It must not begin any more. A running one goes on, and its outcome is reported. The answer that brings it may be on
     * its way still, so an id that is not here is remembered for 30 s.
     */
    void cancel(String id) {
        Entry entry;
        synchronized (this) {
            entry = byId.get(id);
            if (entry == null && Delivery.isId(id)) {
                if (cancelled.size() >= NAMED_MAX) cancelled.remove(cancelled.keySet().iterator().next());
                cancelled.put(id, System.nanoTime());
            }
            if (entry == null || entry.running) return;
            entry.running = true;
            players.get(entry.delivery.player()).remove(entry);
        }
        decide(entry, Outcome.of("cancelled"));
    }

    /** Whether it was cancelled before it came. It is asked once, because a person may send it again. */
    private boolean wasCancelled(String id) {
        Long at = cancelled.remove(id);
        return at != null && System.nanoTime() - at < CANCELLED_NS;
    }

    /** Another server delivers now: what has not begun is forgotten, because it is offered there. */
    synchronized void clear() {
        for (Entry one : List.copyOf(byId.values())) if (!one.running) remove(one);
    }

    /** While paused nothing new begins. */
    void pause(boolean paused) {
        synchronized (this) {
            this.paused = paused;
        }
        pump();
    }

    /** Ids that are taken and not finished, to renew their leases; at most 100, as many as a request may name. */
    List<String> inProgress() {
        Set<String> ids = new LinkedHashSet<>();
        synchronized (this) {
            ids.addAll(byId.keySet());
        }
        ids.addAll(recovery.ids());
        // Another request carries their result at this moment. Left out, they would look lost.
        ids.addAll(outbox.flying());
        return ids.stream().limit(NAMED_MAX).toList();
    }

    /** How many more may be sent. */
    synchronized int room() {
        return paused || !recovery.finished() ? 0 : Math.max(0, CAPACITY - byId.size());
    }

    synchronized int size() {
        return byId.size();
    }
}
