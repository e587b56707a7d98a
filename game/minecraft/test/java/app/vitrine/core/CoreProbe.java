package app.vitrine.core;

import app.vitrine.base.Console;
import app.vitrine.base.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** Plays the core without a server. The first argument names what is played; it prints what it saw as one line of JSON. */
public final class CoreProbe {
    private final List<String> said = Collections.synchronizedList(new ArrayList<>());
    private final Console console = new Console((kind, text) -> said.add(text));
    private final Settings settings = new Settings("vtr_0123456789abcdef0123456789abcdef", "http://127.0.0.1:9", "1.0.0", false, "config.yml");
    private final Map<String, Object> saw = new LinkedHashMap<>();
    private final PlayedGame game = new PlayedGame();
    private final PlayedDisk disk;
    private final Pending pending = new Pending();
    private final ScheduledExecutorService workers = Executors.newScheduledThreadPool(4);
    /** Every result in the order in which it may leave, as {@code id attempt code}. */
    private final List<String> results = Collections.synchronizedList(new ArrayList<>());
    private final AtomicLong nanos = new AtomicLong(TimeUnit.DAYS.toNanos(40));
    private Runnable onResult = () -> {};
    private Journal journal;
    private Outbox outbox;
    private Recovery recovery;
    private Queue queue;

    private CoreProbe() throws Exception {
        disk = new PlayedDisk(Files.createTempDirectory("vitrine-core-"));
    }

    public static void main(String[] args) throws Exception {
        CoreProbe probe = new CoreProbe();
        switch (args[0]) {
            case "behind" -> probe.behind();
            case "newest" -> probe.newest();
            case "cancelled" -> probe.cancelled();
            case "away" -> probe.away();
            case "start" -> probe.start();
            default -> throw new IllegalArgumentException(args[0]);
        }
        System.out.println(Json.write(probe.saw));
        System.exit(0);
    }

    private void build() throws Exception {
        journal = Journal.open(disk.folder, console);
        outbox = new Outbox(journal, this::added);
        Runner runner = new Runner(game, journal, new Client(settings), console, settings, pending, outbox);
        recovery = new Recovery(game, journal, runner, console, nanos::get);
        queue = new Queue(journal, outbox, runner, recovery, pending, console, workers);
        recovery.load(outbox);
    }

    /** As a report that leaves at once: what it carries is not settled. */
    private void added() {
        for (Outbox.Result one : outbox.take(100)) results.add(one.id() + " " + one.attempt() + " " + one.outcome().code());
        onResult.run();
    }

    private static Map<String, Object> command(String id, long attempt, String action, boolean onlyOnline) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", id);
        json.put("attempt", attempt);
        json.put("player", Map.of("identity", Map.of("kind", "minecraft_name", "value", "steve")));
        json.put("action", action);
        json.put("args", Map.of());
        json.put("only_online", onlyOnline);
        return json;
    }

    private void until(BooleanSupplier holds) throws InterruptedException {
        for (int turn = 0; turn < 2000 && !holds.getAsBoolean(); turn += 1) Thread.sleep(5);
        if (!holds.getAsBoolean()) throw new IllegalStateException("it never happened; results: " + results + ", said: " + said);
    }

    /** Vitrine answers the report of a delivery that waits with another one of the player. */
    private void behind() throws Exception {
        build();
        AtomicInteger offered = new AtomicInteger();
        onResult = () -> {
            if (!results.contains("waits 1 player_offline") || offered.getAndIncrement() > 0) return;
            // An answer is read by another thread, which is as quick as it can be.
            Thread answer = new Thread(() -> queue.offer(command("item", 1, "add_item", false)));
            answer.start();
            try {
                answer.join(300);
            } catch (InterruptedException problem) {
                throw new IllegalStateException(problem);
            }
        };
        queue.pause(true);
        queue.offer(command("waits", 1, "execute_command", true));
        queue.offer(command("with", 1, "execute_command", false));
        queue.pause(false);
        until(() -> results.stream().anyMatch(one -> one.startsWith("item")) && results.size() >= 3);
        saw.put("results", results);
    }

    /** It is offered again while it runs, and after it. */
    private void newest() throws Exception {
        build();
        queue.offer(command("a", 1, "execute_command", false));
        game.begun.await();
        queue.offer(command("a", 3, "execute_command", false));
        queue.offer(command("a", 2, "execute_command", false));
        game.mayEnd.countDown();
        until(() -> !results.isEmpty() && queue.size() == 0);
        queue.offer(command("a", 4, "execute_command", false));
        until(() -> results.size() > 1);
        game.mayLook = new CountDownLatch(1);
        queue.offer(command("b", 1, "execute_command", true));
        until(() -> game.looks.get() > 0);
        queue.offer(command("b", 5, "execute_command", true));
        game.mayLook.countDown();
        until(() -> results.size() > 2);
        saw.put("results", results);
        saw.put("journal", journal.get("a").attempt);
        // What Vitrine stored of an older attempt is not what waits now.
        journal.settle("a", 3);
        saw.put("older_settled", journal.get("a").state);
        journal.settle("a", 4);
        saw.put("newest_settled", journal.get("a").state);
        // Whoever writes a result last may know less than whoever wrote before.
        Outbox other = new Outbox(journal, () -> {});
        other.add("b", 3, Outcome.of("ok"));
        other.add("b", 2, Outcome.of("ok"));
        saw.put("outbox", other.take(9).get(0).attempt());
        other.add("b", 1, Outcome.of("ok"));
        saw.put("flying", other.take(9).get(0).attempt());
    }

    /** A slow disk keeps that something was cancelled, and the console asks for the state in the game's thread. */
    private void cancelled() throws Exception {
        build();
        queue.pause(true);
        queue.offer(command("a", 1, "execute_command", false));
        disk.forceMs = 2000;
        int before = disk.forces.get();
        workers.execute(() -> queue.cancel("a"));
        until(() -> disk.forces.get() > before);
        long from = System.nanoTime();
        saw.put("size", queue.size());
        saw.put("at_once", System.nanoTime() - from < 1_000_000_000L);
        // Another answer carries it still. It is not new, and it does not say anything before the disk does.
        queue.offer(command("a", 2, "execute_command", false));
        saw.put("early", List.copyOf(results));
        queue.pause(false);
        until(() -> !results.isEmpty());
        saw.put("results", results);
        saw.put("left", queue.size());
        queue.cancel("unknown");
        queue.offer(command("unknown", 1, "execute_command", false));
        saw.put("ran", game.begun.getCount() == 0);
    }

    /** A player was away when the server died. The plugin waits for its seat for hours before it may judge that. */
    private void away() throws Exception {
        Journal before = Journal.open(disk.folder, console);
        Map<String, Object> probe = new LinkedHashMap<>(Map.of("kind", "item", "before", 0L, "after", 3L));
        before.start(JournalProbe.delivery("a", "steve"), probe);
        before.close();
        build();
        nanos.addAndGet(TimeUnit.HOURS.toNanos(5));
        recovery.heard(recovery.ids(), Set.of());
        workers.execute(() -> {
            try {
                recovery.run();
            } catch (InterruptedException problem) {
                throw new IllegalStateException(problem);
            }
        });
        until(recovery::finished);
        saw.put("after_hours_without_a_seat", List.copyOf(results));
        nanos.addAndGet(TimeUnit.MINUTES.toNanos(15) - 1);
        // It looks once a second.
        Thread.sleep(1300);
        saw.put("just_before", List.copyOf(results));
        nanos.addAndGet(1);
        until(() -> !results.isEmpty());
        saw.put("after_15_minutes", results);
    }

    /** The first start fails by a mistake of our own or of the server. */
    private void start() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        PlayedGame broken = new PlayedGame() {
            @Override
            public Map<String, NameList> lists() {
                if (tries.getAndIncrement() == 0) throw new NoSuchMethodError("getNothing");
                return super.lists();
            }
        };
        Life life = new Life(console);
        Path folder = Files.createTempDirectory("vitrine-life-");
        life.begin(settings, broken, folder);
        until(() -> said.stream().anyMatch(one -> one.contains("Erro interno ao iniciar")));
        saw.put("runs_then", life.running() != null);
        until(() -> life.running() != null);
        saw.put("tries", tries.get());
        saw.put("journal_busy", said.stream().anyMatch(one -> one.contains("já usa esta pasta")));
        life.release().stop();
        // The folder is free for the next one.
        Journal.open(folder, console).close();
    }
}
