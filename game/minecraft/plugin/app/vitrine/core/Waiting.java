package app.vitrine.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Deliveries that were deferred for a cause in the server itself. Each is looked at again, so that Vitrine hears at once
 * when its cause is gone. They are only in memory: after a restart they are offered again.
 */
final class Waiting {
    private static final Set<String> CAUSES = Set.of("player_offline", "inventory_full", "framework_missing", "storage_unavailable");
    private static final int MOST = 50;
    private static final int TELLINGS = 3;
    private static final int PER_TURN = 5;
    private final Game game;
    private final Journal journal;
    private final Runner runner;
    private final Map<String, Entry> byId = new LinkedHashMap<>();

    private static final class Entry {
        final Delivery delivery;
        final String code;
        String mark;
        boolean ready;
        int told;

        Entry(Delivery delivery, String code) {
            this.delivery = delivery;
            this.code = code;
        }
    }

    Waiting(Game game, Journal journal, Runner runner) {
        this.game = game;
        this.journal = journal;
        this.runner = runner;
    }

    synchronized void add(Delivery delivery, Outcome outcome) {
        byId.remove(delivery.id());
        if (!outcome.status().equals("deferred") || !CAUSES.contains(outcome.code())) return;
        if (byId.size() >= MOST) byId.remove(byId.keySet().iterator().next());
        byId.put(delivery.id(), new Entry(delivery, outcome.code()));
    }

    synchronized void drop(String id) {
        byId.remove(id);
    }

    /** A person asks for these now, whatever their causes say. */
    synchronized void urge(List<String> ids) {
        for (String id : ids) if (byId.containsKey(id)) byId.get(id).ready = true;
    }

    /** Ids whose cause is gone. Each is told a few times at most; afterwards it waits for Vitrine's next try. */
    synchronized List<String> take() {
        List<String> ids = new ArrayList<>();
        for (Entry one : List.copyOf(byId.values())) {
            if (!one.ready) continue;
            ids.add(one.delivery.id());
            one.told += 1;
            if (one.told >= TELLINGS) byId.remove(one.delivery.id());
        }
        return ids;
    }

    /** Looks at some of them. True if one is ready. */
    boolean look() {
        List<Entry> some;
        synchronized (this) {
            some = byId.values().stream().limit(PER_TURN).toList();
            // The next turn begins with others.
            for (Entry one : some) {
                byId.remove(one.delivery.id());
                byId.put(one.delivery.id(), one);
            }
        }
        boolean any = false;
        for (Entry one : some) {
            boolean ready = one.ready || isReady(one);
            synchronized (this) {
                // A person may have asked for it meanwhile.
                one.ready |= ready;
                any |= one.ready;
            }
        }
        return any;
    }

    /** A look that fails tells nothing, and must not keep the others from theirs. */
    private boolean isReady(Entry entry) {
        try {
            return hasChanged(entry) && runner.mayRun(entry.delivery);
        } catch (RuntimeException problem) {
            return false;
        }
    }

    private boolean hasChanged(Entry entry) {
        String mark = switch (entry.code) {
            case "player_offline" -> Boolean.toString(game.online().contains(entry.delivery.player()));
            case "inventory_full" -> game.bag(entry.delivery);
            case "storage_unavailable" -> Boolean.toString(journal.catchUp(entry.delivery.player()) && journal.keeps());
            default -> "" + game.actions().keySet();
        };
        // The first look cannot tell what changed since the delivery was put off.
        boolean same = mark == null || mark.equals("false") || mark.equals(entry.mark);
        entry.mark = mark;
        return !same;
    }
}
