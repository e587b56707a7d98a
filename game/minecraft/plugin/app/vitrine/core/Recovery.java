package app.vitrine.core;

import app.vitrine.base.Console;
import app.vitrine.base.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * At start: what the journal says was finished or interrupted. It comes before new deliveries, so that nothing else has
 * changed the players meanwhile. What nobody can judge without the player waits for them, and holds up only this player.
 */
final class Recovery {
    /** As long as Vitrine renews the leases of what a server names (docs/game-server-protocol.md, sync). */
    private static final long AWAY_MS = TimeUnit.MINUTES.toMillis(15);
    private final Game game;
    private final Journal journal;
    private final Runner runner;
    private final Console console;
    private final Map<String, Row> open = new LinkedHashMap<>();
    /** What Vitrine said of each: true where it has decided about the delivery already. */
    private final Map<String, Boolean> decided = new HashMap<>();
    /** What the game showed when the player came back, before anything else happened. */
    private final Map<String, Game.Reading> seen = new HashMap<>();
    /** Nanoseconds that only ever rise. */
    private final LongSupplier clock;
    /** When {@link #run} began. Before it, a server can wait for its seat for hours. */
    private long began;
    private volatile boolean finished;

    Recovery(Game game, Journal journal, Runner runner, Console console, LongSupplier clock) {
        this.game = game;
        this.journal = journal;
        this.runner = runner;
        this.console = console;
        this.clock = clock;
    }

    /** Reads the rest of the journal: results go to the outbox, what was interrupted waits for {@link #run}. */
    void load(Outbox outbox) {
        List<Map.Entry<String, Row>> rows = new ArrayList<>(journal.all().entrySet());
        // In the order in which they began: what is run again changes the value that a later one is judged by.
        rows.sort(Comparator.comparingLong(one -> one.getValue().order));
        for (Map.Entry<String, Row> one : rows) {
            Row row = one.getValue();
            if (row.state.equals("done")) outbox.add(one.getKey(), row.attempt, row.result);
            else if (row.isOpen()) open.put(one.getKey(), row);
        }
        finished = open.isEmpty();
    }

    /** Whether new deliveries may be asked for: all is decided, or waits for its player. */
    boolean finished() {
        return finished;
    }

    /** Whether something interrupted of this player is not decided. */
    synchronized boolean concerns(String player) {
        return open.values().stream().anyMatch(row -> row.delivery != null && row.delivery.player().equals(player));
    }

    synchronized List<String> ids() {
        List<String> ids = new ArrayList<>(open.keySet());
        // Those that Vitrine has said nothing about come first.
        ids.sort(Comparator.comparing(id -> decided.containsKey(id)));
        return ids;
    }

    /** Vitrine has answered a request that named these; {@code over} are those that it has decided about. */
    synchronized void heard(List<String> named, Set<String> over) {
        for (String id : named) if (open.containsKey(id)) decided.put(id, over.contains(id));
        notifyAll();
    }

    /** A new hello: what Vitrine said before may be over, because another server may have had the seat meanwhile. */
    synchronized void forget() {
        decided.clear();
    }

    /** These players have just come, and nothing has happened to them yet. Called in the game's thread. */
    void joined(List<String> players) {
        for (Map.Entry<String, Row> one : snapshot().entrySet()) {
            Delivery delivery = one.getValue().delivery;
            if (delivery == null || one.getValue().probe == null || !players.contains(delivery.player())) continue;
            Game.Reading reading = readNow(delivery, one.getValue().probe);
            synchronized (this) {
                if (reading.value() != null) seen.putIfAbsent(one.getKey(), reading);
                notifyAll();
            }
        }
    }

    /** What the game shows. A server that cannot tell now may tell later. */
    private Game.Reading readNow(Delivery delivery, Map<String, Object> probe) {
        try {
            return game.read(delivery, probe);
        } catch (RuntimeException problem) {
            console.every("recovery", 60, "O servidor ainda não responde sobre uma entrega interrompida: " + problem.getMessage());
            return new Game.Reading(null, true);
        }
    }

    private synchronized Map<String, Row> snapshot() {
        return new LinkedHashMap<>(open);
    }

    /** Decides every interrupted delivery. Only the server with the seat runs it. Returns when none is left. */
    void run() throws InterruptedException {
        began = clock.getAsLong();
        while (true) {
            boolean blocked = false;
            for (Map.Entry<String, Row> one : snapshot().entrySet()) {
                String id = one.getKey();
                Boolean over;
                synchronized (this) {
                    over = decided.get(id);
                }
                if (over == null) blocked = true;
                else if (settle(id, one.getValue(), over)) close(id);
            }
            synchronized (this) {
                finished = !blocked;
                if (open.isEmpty()) return;
                wait(1000);
            }
        }
    }

    private synchronized void close(String id) {
        open.remove(id);
        decided.remove(id);
        seen.remove(id);
    }

    /** Decides one. False while it waits for its player. What fails in the server itself must not hold up all others. */
    private boolean settle(String id, Row row, boolean over) {
        if (row.unreadable || row.delivery == null || !row.delivery.id().equals(id)) {
            uncertain(new Delivery(id, row.attempt, "city_id", "-", "-", Map.of(), "-", "", null, false, "-"));
            return true;
        }
        try {
            return decide(id, row, over);
        } catch (RuntimeException | Error problem) {
            console.error("Erro interno ao retomar uma entrega: " + problem);
            uncertain(row.delivery.attempt(row.attempt, row.delivery.expiresAt()));
            return true;
        }
    }

    private boolean decide(String id, Row row, boolean over) {
        Delivery delivery = row.delivery.attempt(row.attempt, row.delivery.expiresAt());
        String action = delivery.action();
        if (Arguments.isBlind(action)) {
            uncertain(delivery);
        } else if (Arguments.isHarmless(action)) {
            // The disk lost the end of what Vitrine has an outcome of. What is repeated now would come a second time.
            if (over) uncertain(delivery);
            else runner.runAgain(delivery);
        } else {
            Game.Reading reading = reading(id, row);
            if (reading.away()) {
                if (clock.getAsLong() - began < TimeUnit.MILLISECONDS.toNanos(AWAY_MS)) return false;
                uncertain(delivery);
                return true;
            }
            byEvidence(row, delivery, reading.value(), over);
        }
        return true;
    }

    private Game.Reading reading(String id, Row row) {
        synchronized (this) {
            if (seen.containsKey(id)) return seen.get(id);
        }
        return row.probe == null ? new Game.Reading(null, false) : readNow(row.delivery, row.probe);
    }

    /** Compares the game with what was written before the effect. What the game has shown is never repeated. */
    private void byEvidence(Row row, Delivery delivery, Double now, boolean over) {
        Object before = row.probe == null ? null : row.probe.get("before");
        Object after = row.probe == null ? null : row.probe.get("after");
        boolean tells = now != null && !Runner.same(Json.decimal(before), after);
        if (tells && Runner.same(now, before) && row.state.equals("started") && !over) {
            runner.runAgain(delivery);
        } else if (tells && Runner.same(now, after)) {
            runner.conclude(delivery, Outcome.of("ok", "Entregue (confirmado após reinício)"));
        } else {
            uncertain(delivery);
        }
    }

    private void uncertain(Delivery delivery) {
        runner.conclude(delivery, Outcome.of("uncertain", "O servidor parou durante a entrega; verifique no servidor"));
    }
}
