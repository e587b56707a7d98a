package app.vitrine.core;

import app.vitrine.base.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** All parts of a running plugin, without the game itself. It lives from {@link #start} to {@link #stop}. */
public final class Vitrine {
    private static final long FINISH_MS = 3000;
    private static final long LOOK_MS = 750;
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final Console console;
    private final Journal journal;
    private final Pending pending = new Pending();
    private final Recovery recovery;
    private final Queue queue;
    private final Waiting waiting;
    private final Lists lists;
    private final Conversation conversation;
    private final ScheduledExecutorService workers = Executors.newScheduledThreadPool(8, daemons());
    private final ScheduledExecutorService chores = Executors.newScheduledThreadPool(2, daemons());
    private final List<Thread> loops;
    private volatile boolean stopped;

    @FunctionalInterface
    private interface Turn {
        void run() throws InterruptedException;
    }

    private Vitrine(Settings settings, Game game, Console console, Journal journal) {
        this.console = console;
        this.journal = journal;
        Client client = new Client(settings);
        Outbox outbox = new Outbox(journal, this::resultAdded);
        Runner runner = new Runner(game, journal, client, console, settings, pending, outbox);
        waiting = runner.waiting();
        recovery = new Recovery(game, journal, runner, console, System::nanoTime);
        queue = new Queue(journal, outbox, runner, recovery, pending, console, workers);
        lists = new Lists(game, client, console, chores);
        conversation = new Conversation(settings, game, client, console, journal, outbox, queue, recovery, waiting, pending, lists);
        recovery.load(outbox);
        loops = List.of(loop("poll", conversation::poll), loop("report", conversation::report), loop("ask", conversation::ask),
            daemons().newThread(this::recover));
    }

    /**
     * Opens the journal and begins the conversation.
     *
     * @throws IOException with a pt-BR reason if the journal cannot be used: then nothing is delivered
     */
    public static Vitrine start(Settings settings, Game game, Console console, Path folder) throws IOException {
        Vitrine vitrine = build(settings, game, console, Journal.open(folder, console));
        vitrine.loops.forEach(Thread::start);
        vitrine.chores.scheduleWithFixedDelay(vitrine.guarded(() -> vitrine.journal.catchUp(null)), 1, 1, TimeUnit.SECONDS);
        vitrine.chores.scheduleWithFixedDelay(vitrine.guarded(vitrine::lookAtWaiting), LOOK_MS, LOOK_MS, TimeUnit.MILLISECONDS);
        vitrine.chores.scheduleWithFixedDelay(vitrine.guarded(vitrine.journal::tidy), 1, 1, TimeUnit.HOURS);
        return vitrine;
    }

    /** Whatever fails here, the journal's folder is free for the next try. */
    private static Vitrine build(Settings settings, Game game, Console console, Journal journal) {
        try {
            Vitrine vitrine = new Vitrine(settings, game, console, journal);
            vitrine.lists.build();
            return vitrine;
        } catch (RuntimeException | Error problem) {
            journal.close();
            throw problem;
        }
    }

    private static ThreadFactory daemons() {
        return work -> {
            Thread thread = new Thread(work, "Vitrine-" + NUMBER.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** A loop that goes on after an error, a second later. */
    private Thread loop(String name, Turn turn) {
        return daemons().newThread(() -> {
            while (!stopped) {
                try {
                    try {
                        turn.run();
                    } catch (RuntimeException | Error problem) {
                        console.every("loop:" + name, 60, "Erro interno (" + name + "): " + problem);
                        Thread.sleep(1000);
                    }
                } catch (InterruptedException problem) {
                    return;
                }
            }
        });
    }

    private Runnable guarded(Runnable work) {
        return () -> {
            try {
                work.run();
            } catch (RuntimeException | Error problem) {
                console.every("chore", 60, "Erro interno: " + problem);
            }
        };
    }

    private void recover() {
        try {
            // A server that waits for its owner's word touches nothing, also not what its journal says was interrupted.
            while (!conversation.seated()) Thread.sleep(100);
            recovery.run();
            conversation.wake();
        } catch (InterruptedException problem) {
            // The plugin ends.
        } catch (RuntimeException | Error problem) {
            console.error("Erro interno ao retomar entregas: " + problem);
        }
    }

    /** The outbox is filled before the conversation exists. */
    private void resultAdded() {
        if (conversation != null) conversation.resultAdded();
    }

    private void lookAtWaiting() {
        if (waiting.look()) conversation.askNow();
    }

    /** These keys belong to a player who has just come. Called in the game's thread, before anything happens to them. */
    public void joined(List<String> players) {
        recovery.joined(players);
        conversation.askNow();
    }

    /** Other plugins or names are there now: looks, and says hello again if anything changed. Any thread. */
    public void lookAgain(boolean actionsChanged) {
        chores.execute(guarded(() -> {
            if (lists.build() || actionsChanged) conversation.describe();
        }));
    }

    /** Looks at everything again and asks at once. */
    public void synchronize() {
        chores.execute(guarded(() -> {
            lists.build();
            conversation.describe();
            conversation.askNow();
        }));
    }

    /** What a player has through purchases; null without an answer. Waits for the network. */
    public Map<String, Object> benefits(String player) {
        return conversation.player(player);
    }

    public Pending pending() {
        return pending;
    }

    /** A person asks for these deliveries now. */
    public void urge(List<String> ids) {
        waiting.urge(ids);
        conversation.askNow();
    }

    /** Lines for {@code /vitrine status}. */
    public List<String> status() {
        return List.of(conversation.status(),
            "Entregas em andamento: " + queue.size() + " · resultados por confirmar: " + journal.pending()
                + (journal.kept() ? "" : " · o diário NÃO está sendo guardado: nada é entregue"),
            console.lastError() == null ? "Nenhum erro até agora" : "Último erro: " + console.lastError());
    }

    /** Begins nothing new, lets what runs come to its end for 3 s, and closes the journal. */
    public void stop() {
        conversation.drain();
        stopped = true;
        workers.shutdown();
        try {
            workers.awaitTermination(FINISH_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException problem) {
            Thread.currentThread().interrupt();
        }
        loops.forEach(Thread::interrupt);
        chores.shutdownNow();
        journal.close();
    }
}
