package app.vitrine.core;

import app.vitrine.base.Console;
import app.vitrine.base.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** Plays the journal on a {@link PlayedDisk}. The first argument names what is played; it prints what it saw as one line of JSON. */
public final class JournalProbe {
    private final List<String> said = new ArrayList<>();
    private final Console console = new Console((kind, text) -> said.add(text));
    private final PlayedDisk disk;
    private final Journal journal;
    private final Map<String, Object> saw = new LinkedHashMap<>();

    private JournalProbe() throws Exception {
        disk = new PlayedDisk(Files.createTempDirectory("vitrine-journal-"));
        journal = Journal.open(disk.folder, console);
    }

    public static void main(String[] args) throws Exception {
        JournalProbe probe = new JournalProbe();
        switch (args[0]) {
            case "slow" -> probe.slow();
            case "compacted" -> probe.compacted();
            case "covered" -> probe.covered();
            case "failed" -> probe.failed();
            case "together" -> probe.together();
            case "closed" -> probe.closed();
            default -> throw new IllegalArgumentException(args[0]);
        }
        System.out.println(Json.write(probe.saw));
        // Threads that the disk still holds must not keep the process.
        System.exit(0);
    }

    static Delivery delivery(String id, String player) {
        return new Delivery(id, 1, "minecraft_name", player, "add_money", Map.of("amount", 1L), "1", "confirmation", null, false, "VIP");
    }

    private static Map<String, Object> probeOf(double before) {
        Map<String, Object> probe = new LinkedHashMap<>();
        probe.put("before", before);
        probe.put("after", before + 1);
        return probe;
    }

    private boolean start(String id) {
        return journal.start(delivery(id, id), probeOf(0));
    }

    private void finish(String id) {
        journal.finish(delivery(id, id), Outcome.of("ok"));
    }

    /** In another thread, as each delivery has its own. Answers when a force of it has begun. */
    private <T> CompletableFuture<T> atDisk(Callable<T> work) throws InterruptedException {
        int before = disk.forces.get();
        CompletableFuture<T> answer = aside(work);
        while (disk.forces.get() == before && !answer.isDone()) Thread.sleep(5);
        return answer;
    }

    private static <T> CompletableFuture<T> aside(Callable<T> work) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                answer.complete(work.call());
            } catch (Throwable problem) {
                answer.completeExceptionally(problem);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return answer;
    }

    private static long msOf(Runnable work) {
        long from = System.nanoTime();
        work.run();
        return (System.nanoTime() - from) / 1_000_000;
    }

    /** States by id, as the next start would read them. */
    private static Map<String, Object> statesIn(Path folder) throws Exception {
        Journal next = Journal.open(folder, new Console((kind, text) -> {}));
        Map<String, Object> states = new TreeMap<>();
        next.all().forEach((id, row) -> states.put(id, row.unreadable ? "unreadable" : row.state));
        next.close();
        return states;
    }

    private Map<String, Object> afterPowerCut() throws Exception {
        return statesIn(disk.afterPowerCut());
    }

    /** One delivery waits 2 s for the disk; the game's thread notes another one, and a person looks at the state. */
    private void slow() throws Exception {
        start("paid");
        disk.forceMs = 2000;
        CompletableFuture<Boolean> other = atDisk(() -> start("other"));
        saw.put("given_at_once", msOf(() -> journal.given("paid")) < 1000);
        saw.put("status_at_once", msOf(journal::pending) < 1000);
        saw.put("still_forcing", !other.isDone());
        saw.put("other", other.get());
        saw.put("memory", journal.get("paid").state);
    }

    /** The file is written anew on a slow disk, while the game's thread notes a delivery and another one begins. */
    private void compacted() throws Exception {
        start("paid");
        for (int number = 0; number < 2100; number += 1) journal.keeps();
        start("more");
        disk.forceMs = 1000;
        CompletableFuture<Boolean> forcing = atDisk(() -> start("forcing"));
        CompletableFuture<Object> tidying = aside(() -> {
            journal.tidy();
            return "";
        });
        forcing.get();
        // Now it is the new file that waits for the disk.
        Thread.sleep(300);
        saw.put("given_at_once", msOf(() -> journal.given("paid")) < 500);
        CompletableFuture<Boolean> late = aside(() -> start("late"));
        saw.put("still_tidying", !tidying.isDone());
        saw.put("late", late.get());
        saw.put("power_cut", afterPowerCut());
        tidying.get();
        saw.put("lines", Files.readAllLines(Path.of(disk.folder.toString(), "diario.log")).size() < 20);
        journal.close();
        saw.put("kill", statesIn(Path.of(disk.folder.toString())));
    }

    /** A line that is added while the disk is at work is not among what it has afterwards. */
    private void covered() throws Exception {
        disk.forceMs = 1000;
        int before = disk.forces.get();
        CompletableFuture<Boolean> first = atDisk(() -> start("first"));
        CompletableFuture<Boolean> second = aside(() -> start("second"));
        CompletableFuture<Boolean> third = aside(() -> start("third"));
        Thread.sleep(300);
        first.get();
        saw.put("first_alone", afterPowerCut());
        saw.put("others_wait", !second.isDone() && !third.isDone());
        saw.put("second", second.get());
        saw.put("third", third.get());
        saw.put("all", afterPowerCut());
        saw.put("forces", disk.forces.get() - before);
    }

    /** A force fails, and the next one succeeds without what the first one should have kept. */
    private void failed() throws Exception {
        start("paid");
        start("slept");
        journal.given("paid");
        disk.failing.set(1);
        saw.put("refused", start("refused"));
        saw.put("kept", journal.kept());
        saw.put("told", said.stream().anyMatch(one -> one.contains("não está guardando o diário")));
        saw.put("next", start("next"));
        saw.put("kept_again", journal.kept());
        saw.put("power_cut", afterPowerCut());
        disk.failing.set(1);
        finish("slept");
        saw.put("behind", journal.start(delivery("behind", "slept"), probeOf(1)));
        saw.put("power_cut_again", afterPowerCut());
        // Nobody delivers anything more, and the disk fails for a while.
        disk.failing.set(2);
        finish("paid");
        saw.put("tries", List.of(journal.catchUp(null), journal.catchUp(null), journal.catchUp(null)));
        saw.put("caught_up", afterPowerCut());
    }

    /** One waits for a force that fails, and another one began to wait meanwhile. */
    private void together() throws Exception {
        disk.forceMs = 700;
        disk.failing.set(1);
        CompletableFuture<Boolean> refused = atDisk(() -> start("refused"));
        CompletableFuture<Boolean> good = aside(() -> start("good"));
        saw.put("refused", refused.get());
        saw.put("good", good.get());
        disk.forceMs = 0;
        saw.put("caught_up", journal.catchUp(null));
        saw.put("power_cut", afterPowerCut());
    }

    /** The plugin ends while a delivery waits for the disk: it does not begin any more, and the next start knows nothing of it. */
    private void closed() throws Exception {
        start("paid");
        disk.forceMs = 1500;
        CompletableFuture<Boolean> late = atDisk(() -> start("late"));
        journal.close();
        saw.put("late", late.get());
        disk.forceMs = 0;
        saw.put("kill", statesIn(Path.of(disk.folder.toString())));
        saw.put("told", said);
    }
}
