package app.vitrine.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is known of deliveries that are not over, for people only: {@code /resgatar} and {@code /vitrine pendentes}. */
public final class Pending {
    private static final int MOST = 500;
    private static final long KEEP_MS = 86400000;
    private final Map<String, Entry> byId = new LinkedHashMap<>();

    /** {@code state}: na fila, em andamento, aguardando, incerta. {@code message}: why it waits, or null. */
    public record Entry(String id, String player, String label, String order, String state, String message, long since) {}

    synchronized void note(Delivery delivery, String state, Outcome outcome) {
        Entry before = byId.get(delivery.id());
        if (before == null && byId.size() >= MOST) byId.remove(byId.keySet().iterator().next());
        byId.put(delivery.id(), new Entry(delivery.id(), delivery.player(), delivery.label(), delivery.order(), state,
            outcome == null ? null : outcome.message(), before == null ? System.currentTimeMillis() : before.since));
    }

    synchronized void drop(String id) {
        byId.remove(id);
    }

    /** Another server delivers now what has not begun here. */
    synchronized void clear() {
        byId.values().removeIf(one -> one.state.equals("na fila") || one.state.equals("aguardando"));
    }

    /** What is open, the oldest first; of these players only, or of all for null. */
    public synchronized List<Entry> list(List<String> players) {
        long now = System.currentTimeMillis();
        byId.values().removeIf(one -> now - one.since > KEEP_MS);
        List<Entry> found = new ArrayList<>();
        for (Entry one : byId.values()) if (players == null || players.contains(one.player)) found.add(one);
        return found;
    }
}
