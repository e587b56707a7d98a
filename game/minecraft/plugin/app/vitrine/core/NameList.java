package app.vitrine.core;

import app.vitrine.base.Texts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Names that the panel offers. A closed list refuses every other name; an open one only suggests.
 *
 * @param hash tells two lists apart
 */
public record NameList(boolean closed, List<Entry> entries, String hash) {
    private static final int MOST = 5000;
    private static final int NAME_MAX = 64;

    /** {@code allowed}: of a command, whether the shop may run it; null for other names. */
    public record Entry(String name, Boolean allowed) {}

    /** Without names that the protocol cannot carry, in their order, each once. */
    public static NameList of(boolean closed, Iterable<Entry> found) {
        Map<String, Entry> byName = new TreeMap<>();
        for (Entry one : found) {
            if (!one.name().isBlank() && one.name().length() <= NAME_MAX && one.name().equals(Texts.clean(one.name(), NAME_MAX))) byName.putIfAbsent(one.name(), one);
        }
        List<Entry> entries = byName.values().stream().limit(MOST).toList();
        boolean complete = closed && byName.size() <= MOST;
        StringBuilder all = new StringBuilder(complete ? "closed" : "open");
        for (Entry one : entries) all.append('\n').append(one.name()).append(Boolean.FALSE.equals(one.allowed()) ? " denied" : "");
        return new NameList(complete, entries, Texts.sha256(Texts.bytes(all.toString())).substring(0, 16));
    }

    List<Object> page(int from, int size) {
        List<Object> page = new ArrayList<>();
        for (Entry one : entries.subList(Math.min(from, entries.size()), Math.min(from + size, entries.size()))) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("name", one.name());
            json.put("allowed", one.allowed());
            page.add(json);
        }
        return page;
    }
}
