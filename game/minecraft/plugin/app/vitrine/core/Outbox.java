package app.vitrine.core;

import app.vitrine.base.Json;
import app.vitrine.base.Texts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Results on their way to Vitrine. Final ones are also in the journal and return after a restart. Deferred ones are only
 * here: losing one costs a lease.
 */
public final class Outbox {
    /** Large requests are slow on bad lines, and then all of their results are sent again. */
    private static final int BYTES_MAX = 16384;

    /** What leaves of one delivery. */
    record Result(String id, long attempt, Outcome outcome) {
        Map<String, Object> toJson() {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("id", id);
            json.put("attempt", attempt);
            json.putAll(outcome.toJson());
            return json;
        }
    }

    private final Journal journal;
    private final Runnable onAdded;
    /** In the order in which they are sent. What Vitrine did not settle goes to the end, so that it stops nothing else. */
    private final Map<String, Result> waiting = new LinkedHashMap<>();
    private final Map<String, Result> flying = new HashMap<>();

    Outbox(Journal journal, Runnable onAdded) {
        this.journal = journal;
        this.onAdded = onAdded;
    }

    /** A result answers the newest attempt that any of its delivery answered: Vitrine ignores older ones. */
    void add(String id, long attempt, Outcome outcome) {
        synchronized (this) {
            long newest = Math.max(attempt, Math.max(attemptOf(waiting.remove(id)), attemptOf(flying.remove(id))));
            waiting.put(id, new Result(id, newest, outcome));
        }
        onAdded.run();
    }

    private static long attemptOf(Result before) {
        return before == null ? 0 : before.attempt;
    }

    /** A deferred result is out of date when the same delivery is offered again. */
    synchronized void drop(String id) {
        waiting.remove(id);
        flying.remove(id);
    }

    /** Up to {@code max} results that are in no request, and at most 16 KiB of them, but one in any case. */
    synchronized List<Result> take(int max) {
        List<Result> batch = new ArrayList<>();
        int bytes = 0;
        for (Result one : waiting.values()) {
            bytes += Texts.bytes(Json.write(one.toJson())).length + 1;
            if (batch.size() == max || !batch.isEmpty() && bytes > BYTES_MAX) break;
            batch.add(one);
        }
        for (Result one : batch) {
            waiting.remove(one.id);
            flying.put(one.id, one);
        }
        return batch;
    }

    /** Ids whose result is in a request at this moment. */
    synchronized List<String> flying() {
        return List.copyOf(flying.keySet());
    }

    /** The request with this batch has ended. {@code settled}: the ids that Vitrine stored; null after a failure. */
    void done(List<Result> batch, Set<String> settled) {
        for (Result sent : batch) {
            boolean stored = settled != null && settled.contains(sent.id);
            synchronized (this) {
                // A newer result of the same id needs a request of its own.
                if (flying.remove(sent.id, sent) && !stored && !(settled != null && sent.outcome.status().equals("deferred"))) {
                    waiting.putIfAbsent(sent.id, sent);
                }
            }
            if (stored) journal.settle(sent.id, sent.attempt);
        }
    }

    synchronized boolean isWaiting() {
        return !waiting.isEmpty();
    }
}
