package app.vitrine.core;

import app.vitrine.base.Console;
import app.vitrine.base.Json;
import app.vitrine.base.Signal;
import app.vitrine.base.Texts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The conversation with Vitrine: one hello, then sync again and again. Vitrine may hold the poll until there is work. The
 * report carries new results and is never held, so no result waits behind a held poll.
 */
final class Conversation {
    private static final long PERSON_WAIT_MS = 300000;
    private static final long ASK_GAP_MS = 1000;
    private static final long FULL_MS = 500;
    private static final long DAY_NS = 86_400_000_000_000L;

    private final Settings settings;
    private final Game game;
    private final Client client;
    private final Console console;
    private final Journal journal;
    private final Outbox outbox;
    private final Queue queue;
    private final Recovery recovery;
    private final Waiting waiting;
    private final Pending pending;
    private final Lists lists;
    private final String bootId = Texts.random(32);
    private final AtomicLong seq = new AtomicLong();
    private final Backoff pollBackoff = new Backoff();
    private final Backoff reportBackoff = new Backoff();
    private final Signal wake = new Signal();
    private final Signal results = new Signal();
    private final Signal asks = new Signal();
    private volatile boolean connected;
    private volatile boolean seated;
    private volatile boolean stopped;
    private volatile boolean draining;
    private volatile long epoch;
    private volatile String store;
    private volatile String waitingFor;
    private volatile long lastOk;
    private volatile Limits limits = Limits.FIRST;
    /** How many players the requests have told, while there are more than one may tell. */
    private final AtomicLong listed = new AtomicLong();
    /** Rises with each change that a hello must tell of. */
    private final AtomicLong changes = new AtomicLong(1);
    private volatile long described;
    private Long updateToldAt;

    Conversation(Settings settings, Game game, Client client, Console console, Journal journal, Outbox outbox, Queue queue,
            Recovery recovery, Waiting waiting, Pending pending, Lists lists) {
        this.settings = settings;
        this.game = game;
        this.client = client;
        this.console = console;
        this.journal = journal;
        this.outbox = outbox;
        this.queue = queue;
        this.recovery = recovery;
        this.waiting = waiting;
        this.pending = pending;
        this.lists = lists;
    }

    /** One turn of the poll, and the pause after it. */
    void poll() throws InterruptedException {
        try {
            wake.await(turn());
        } catch (Client.Failure failure) {
            wake.await(afterFailure(failure, pollBackoff));
        }
    }

    private long turn() throws Client.Failure {
        if (!connected || described != changes.get()) {
            long next = hello();
            pollBackoff.reset();
            if (waitingFor != null) {
                if (outbox.isWaiting()) exchange(0);
                return Backoff.spread(next);
            }
        }
        int want = draining ? 0 : Math.min(limits.commands(), queue.room());
        Answer answer = exchange(want);
        pollBackoff.reset();
        long pause = Backoff.spread(answer.nextMs);
        // While nothing may be asked for, nothing holds the request, so it needs a pause of our own.
        return want == 0 ? Math.max(pause, FULL_MS) : pause;
    }

    /** Waits for results and sends them until none is left, one report at a time. */
    void report() throws InterruptedException {
        results.await(Long.MAX_VALUE);
        while (connected && outbox.isWaiting() && !stopped) {
            try {
                Answer answer = exchange(0);
                reportBackoff.reset();
                if (answer.stuck) return;
            } catch (Client.Failure failure) {
                Thread.sleep(Math.max(1000, afterFailure(failure, reportBackoff)));
            }
        }
    }

    /** A player came, or something can run now: asks at once, also while a poll is held, at most once a second. */
    void ask() throws InterruptedException {
        asks.await(Long.MAX_VALUE);
        wake.give();
        if (connected && !draining) {
            try {
                exchange(Math.min(limits.commands(), queue.room()));
            } catch (Client.Failure failure) {
                if (failure.code.equals("superseded")) afterFailure(failure, pollBackoff);
            }
        }
        Thread.sleep(ASK_GAP_MS);
    }

    private Map<String, Object> about() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("epoch", epoch);
        json.put("boot_id", bootId);
        json.put("journal_id", journal.id());
        return json;
    }

    /** Says hello. The milliseconds that Vitrine wants us to wait. */
    private long hello() throws Client.Failure {
        long told = changes.get();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("protocol", 1);
        json.put("version", settings.version());
        json.put("game", "minecraft");
        json.put("server_version", Texts.clean(game.version(), 120));
        json.put("framework", game.framework());
        json.put("capabilities", capabilities());
        json.put("resource", "Vitrine");
        json.put("boot_id", bootId);
        json.put("journal_id", journal.id());
        json.put("now", System.currentTimeMillis() / 1000);
        json.put("pending", journal.pending());
        json.put("lists", lists.describe());
        Map<String, Object> answer = client.post("hello", json);
        Long next = Json.whole(answer.get("epoch"));
        if (next == null) throw new Client.Failure(200, "bad_answer");
        epoch = next;
        recovery.forget();
        if ("waiting".equals(answer.get("seat"))) waitForSeat(answer);
        else takeSeat(answer, told);
        return waitOf(answer);
    }

    private Map<String, Object> capabilities() {
        Map<String, Object> all = new LinkedHashMap<>();
        game.actions().forEach((action, when) -> all.put(action, Map.of("online", when[0], "offline", when[1])));
        for (String word : List.of("arguments", "identity", "in_order", "names")) all.put(word, Map.of("online", true, "offline", true));
        return all;
    }

    /** Another server delivers with this token. What has not begun here is offered there. */
    private void waitForSeat(Map<String, Object> answer) {
        connected = false;
        seated = false;
        List<String> notices = Json.texts(answer.get("notices"));
        waitingFor = notices.isEmpty() ? "Este servidor espera a aprovação do dono." : notices.get(0);
        queue.pause(true);
        queue.clear();
        pending.clear();
        console.every("seat", 300, waitingFor);
    }

    private void takeSeat(Map<String, Object> answer, long told) {
        if (waitingFor != null && !draining) queue.pause(false);
        connected = true;
        seated = true;
        waitingFor = null;
        described = told;
        store = Texts.clean(Json.text(Json.object(answer.get("store")).get("name")), 80);
        limits = Limits.read(answer.get("limits"));
        console.good("Conectado à loja " + store + " · " + game.framework());
        lists.send(Json.texts(answer.get("lists")), about());
        tellUpdate(answer);
        Json.texts(answer.get("notices")).forEach(console::warn);
        if (outbox.isWaiting()) results.give();
    }

    private void tellUpdate(Map<String, Object> answer) {
        String latest = Json.text(answer.get("latest_version"));
        boolean lately = updateToldAt != null && System.nanoTime() - updateToldAt < DAY_NS;
        if (!Advice.isNewer(latest, settings.version()) || lately) return;
        updateToldAt = System.nanoTime();
        console.warn("Há uma versão nova do plugin: " + latest + " (a sua é " + settings.version() + "). Baixe em "
            + Json.text(answer.get("download_url")));
    }

    private static long waitOf(Map<String, Object> answer) {
        Long next = Json.whole(answer.get("next_poll_ms"));
        return next == null ? 10000 : Math.max(0, Math.min(300000, next));
    }

    private record Answer(long nextMs, boolean stuck) {}

    /** One sync; with {@code want} 0 it is a report. */
    private Answer exchange(int want) throws Client.Failure {
        // Named before the results are taken: a result of this very request is told by itself.
        List<String> named = queue.inProgress();
        List<Outbox.Result> taken = outbox.take(limits.results());
        Set<String> settled = null;
        long asked = epoch;
        Map<String, Object> answer;
        try {
            answer = client.post("sync", body(asked, want, named, taken));
            settled = new HashSet<>(Json.texts(answer.get("settled")));
        } catch (Client.Failure failure) {
            // An epoch that we have replaced ourselves is refused rightly, and means nothing.
            if (failure.code.equals("superseded") && asked != epoch) return new Answer(0, false);
            throw failure;
        } finally {
            outbox.done(taken, settled);
        }
        // An answer to an older epoch may settle results, but give nothing.
        if (asked == epoch) hear(answer, named);
        lastOk = System.currentTimeMillis();
        Set<String> stored = settled;
        boolean stuck = !taken.isEmpty() && taken.stream().noneMatch(one -> stored.contains(one.id()) || one.outcome().status().equals("deferred"));
        return new Answer(waitOf(answer), stuck);
    }

    private Map<String, Object> body(long asked, int want, List<String> named, List<Outbox.Result> taken) {
        Map<String, Object> json = about();
        json.put("epoch", asked);
        json.put("seq", seq.incrementAndGet());
        json.put("want", want);
        json.put("results", taken.stream().map(Outbox.Result::toJson).toList());
        json.put("in_progress", named);
        json.put("ready", waiting.take());
        json.put("online", online());
        int[] count = game.count();
        // An owner may write any number into the server's own settings, and Vitrine reads none below 0.
        json.put("players", Map.of("online", Math.max(0, count[0]), "max", Math.max(0, count[1])));
        json.put("people", List.of());
        return json;
    }

    /** As many as Vitrine takes. Where there are more, as on a large proxy, each request goes on where the last one ended. */
    private List<String> online() {
        List<String> all = new ArrayList<>(game.online());
        int most = limits.online();
        if (all.size() > most) Collections.rotate(all, -(int) (listed.getAndAdd(most) % all.size()));
        return all.stream().limit(most).toList();
    }

    private void hear(Map<String, Object> answer, List<String> named) {
        if (seated) recovery.heard(named, new HashSet<>(Json.texts(answer.get("decided"))));
        Json.texts(answer.get("cancel")).forEach(queue::cancel);
        queue.renew(Json.object(answer.get("leases_until")));
        if (seated) Json.list(answer.get("commands")).forEach(queue::offer);
        Json.texts(answer.get("notices")).forEach(console::warn);
    }

    /** Reacts to a failure (docs/game-server-protocol.md, Errors). Milliseconds until the next try. */
    private long afterFailure(Client.Failure failure, Backoff backoff) {
        if (stopped) return 0;
        if (failure.code.equals("superseded")) {
            connected = false;
            return backoff.next();
        }
        if (failure.code.equals("clock_skew") && failure.now != null && client.correct(failure.now)) return 0;
        if (Set.of(400, 401, 403, 404, 422, 426).contains(failure.status)) connected = false;
        if (failure.status == 413) limits = limits.halved();
        console.every("net:" + failure.code, 300, Advice.of(failure, settings.file()));
        if (Set.of(401, 403, 422, 426).contains(failure.status)) return PERSON_WAIT_MS;
        if (failure.retryMs != null) return Math.max(10000, failure.retryMs);
        return backoff.next();
    }

    /** What a player has through purchases; null without an answer. */
    Map<String, Object> player(String key) {
        if (!connected) return null;
        Map<String, Object> json = about();
        json.put("player", key);
        try {
            return client.post("player", json);
        } catch (Client.Failure failure) {
            return null;
        }
    }

    /** The server is no longer as it was described: hello comes again. */
    void describe() {
        changes.incrementAndGet();
        wake.give();
    }

    void resultAdded() {
        results.give();
    }

    void askNow() {
        asks.give();
    }

    void wake() {
        wake.give();
    }

    boolean seated() {
        return seated;
    }

    /** Nothing new begins any more. */
    void drain() {
        draining = true;
        stopped = true;
        queue.pause(true);
    }

    /** One line for people. */
    String status() {
        if (waitingFor != null) return waitingFor;
        String ago = lastOk == 0 ? "nunca" : "há " + (System.currentTimeMillis() - lastOk) / 1000 + " s";
        return (connected ? "Conectado à loja " + store : "Sem conexão com a Vitrine") + " · última resposta " + ago;
    }
}
