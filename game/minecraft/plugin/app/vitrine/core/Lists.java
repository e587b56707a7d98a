package app.vitrine.core;

import app.vitrine.base.Console;
import app.vitrine.base.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The server's own names: hello tells a hash of each list, Vitrine asks for those that it does not know, and they leave in pages. */
final class Lists {
    private static final int PAGE = 150;
    private static final int TRIES = 10;
    private static final long AGAIN_MS = 30000;
    private static final long PAUSE_MS = 250;
    private final Game game;
    private final Client client;
    private final Console console;
    private final ScheduledExecutorService sender;
    private final AtomicLong turn = new AtomicLong();
    private volatile Map<String, NameList> built = Map.of();

    Lists(Game game, Client client, Console console, ScheduledExecutorService sender) {
        this.game = game;
        this.client = client;
        this.console = console;
        this.sender = sender;
    }

    /** Reads the names again. True if hello must tell of a change. Keeps the old ones when the server does not answer. */
    boolean build() {
        Map<String, String> before = hashes();
        try {
            built = game.lists();
        } catch (RuntimeException problem) {
            console.every("lists", 3600, "Os nomes deste servidor não puderam ser lidos: " + problem.getMessage());
        }
        return !before.equals(hashes());
    }

    private Map<String, String> hashes() {
        Map<String, String> found = new LinkedHashMap<>();
        built.forEach((kind, list) -> found.put(kind, list.hash()));
        return found;
    }

    Map<String, Object> describe() {
        Map<String, Object> found = new LinkedHashMap<>();
        built.forEach((kind, list) -> found.put(kind, Map.of("hash", list.hash(), "total", list.entries().size())));
        return found;
    }

    /** Sends the lists that an answer to hello asks for, until a newer hello. */
    void send(List<String> asked, Map<String, Object> about) {
        long mine = turn.incrementAndGet();
        Map<String, NameList> lists = built;
        for (String kind : asked) {
            if (lists.containsKey(kind)) sender.execute(() -> send(kind, lists.get(kind), about, mine, 0, 0));
        }
    }

    private void send(String kind, NameList list, Map<String, Object> about, long mine, int from, int tries) {
        if (turn.get() != mine || tries > TRIES) return;
        Map<String, Object> page = new LinkedHashMap<>(about);
        page.put("kind", kind);
        page.put("hash", list.hash());
        page.put("closed", list.closed());
        page.put("total", list.entries().size());
        page.put("from", from);
        page.put("entries", list.page(from, PAGE));
        try {
            Long next = Json.whole(client.post("lists", page).get("next"));
            // A page that does not lead on is one more try, so that no answer can keep this going.
            if (next == null || next < 0 || next >= list.entries().size()) return;
            later(PAUSE_MS, kind, list, about, mine, next.intValue(), next > from ? tries : tries + 1);
        } catch (Client.Failure failure) {
            boolean mayPass = failure.status < 400 || failure.status >= 500 || failure.status == 429;
            if (mayPass) later(failure.retryMs == null ? AGAIN_MS : failure.retryMs, kind, list, about, mine, from, tries + 1);
        }
    }

    private void later(long ms, String kind, NameList list, Map<String, Object> about, long mine, int from, int tries) {
        sender.schedule(() -> send(kind, list, about, mine, from, tries), ms, TimeUnit.MILLISECONDS);
    }
}
