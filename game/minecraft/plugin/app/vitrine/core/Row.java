package app.vitrine.core;

import java.util.LinkedHashMap;
import java.util.Map;

/** What the {@link Journal} knows of one delivery. {@code order} says which of two began first. */
final class Row {
    String state;
    Delivery delivery;
    Map<String, Object> probe;
    Outcome result;
    long attempt = 1;
    long at;
    long order;
    boolean unreadable;
    /** Its result waits for the disk. Whoever wrote it reports it then, and nobody before. */
    volatile boolean unsaid;

    boolean isOpen() {
        return state.equals("started") || state.equals("given");
    }

    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("s", state);
        if (isOpen() && delivery != null) json.put("cmd", delivery.toJson());
        if (isOpen()) json.put("probe", probe);
        if (result != null) json.put("res", result.toJson());
        json.put("n", attempt);
        json.put("at", at);
        json.put("o", order);
        return json;
    }
}
