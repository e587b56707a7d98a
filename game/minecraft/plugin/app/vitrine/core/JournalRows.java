package app.vitrine.core;

import app.vitrine.base.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a {@link Journal} knows, without its file: rows by id, and how they are read and written. Whoever uses it has the journal's lock. */
final class JournalRows {
    private static final int SCHEMA = 1;
    private static final long KEEP_SECONDS = 30 * 86400;
    private static final int KEEP_STONES = 10000;
    private static final Pattern ID = Pattern.compile("\"id\":\"([A-Za-z0-9_-]{1,64})\"");

    final Map<String, Row> byId = new LinkedHashMap<>();
    /** The journal's own name; null while it has none. */
    String name;
    /** The highest {@link Row#order}. */
    long order;

    /**
     * Reads the lines of a file. False if one is damaged and does not even say which delivery it was about.
     *
     * @throws IOException with a pt-BR reason if a newer plugin wrote them
     */
    boolean read(List<JournalFile.Line> lines) throws IOException {
        boolean sound = true;
        for (JournalFile.Line line : lines) {
            Map<String, Object> json = line.whole() ? Json.readObject(line.json()) : null;
            if (json == null) sound &= spoil(line.json());
            else apply(json);
        }
        return sound;
    }

    /** A line that cannot be read only says that something began, so a person must look at it. False if it names nothing. */
    private boolean spoil(String line) {
        Matcher id = ID.matcher(line);
        if (!id.find()) return false;
        Row row = new Row();
        row.state = "started";
        row.unreadable = true;
        byId.put(id.group(1), row);
        return true;
    }

    private void apply(Map<String, Object> json) throws IOException {
        Long schema = Json.whole(json.get("schema"));
        if (schema != null) {
            if (schema > SCHEMA) throw new IOException("ele foi gravado por uma versão mais nova do plugin: instale a mais recente");
            name = Json.text(json.get("journal_id"));
            return;
        }
        String id = Json.text(json.get("id"));
        if (id == null) return;
        if (Boolean.TRUE.equals(json.get("gone"))) byId.remove(id);
        else byId.put(id, row(Json.object(json.get("row"))));
    }

    private Row row(Map<String, Object> json) {
        Row row = new Row();
        row.state = Json.text(json.get("s"));
        row.delivery = Delivery.read(json.get("cmd"));
        row.probe = json.get("probe") == null ? null : Json.object(json.get("probe"));
        row.result = Outcome.read(json.get("res"));
        row.attempt = Math.max(1, number(json.get("n")));
        row.at = number(json.get("at"));
        row.order = number(json.get("o"));
        order = Math.max(order, row.order);
        boolean open = row.state != null && row.isOpen() && row.delivery != null;
        boolean over = row.result != null && ("done".equals(row.state) || "settled".equals(row.state));
        if (!open && !over) {
            row.state = "started";
            row.unreadable = true;
        }
        return row;
    }

    private static long number(Object value) {
        Long number = Json.whole(value);
        return number == null ? 0 : number;
    }

    /** The line that says what is known of an id. */
    String line(String id) {
        Row row = byId.get(id);
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("id", id);
        if (row == null) line.put("gone", true);
        else line.put("row", row.toJson());
        return Json.write(line);
    }

    /** All lines of a new file. */
    List<String> lines() {
        List<String> all = new ArrayList<>();
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("schema", SCHEMA);
        head.put("journal_id", name);
        all.add(Json.write(head));
        byId.keySet().forEach(id -> all.add(line(id)));
        return all;
    }

    /** Forgets tombstones older than 30 days and the oldest beyond 10 000. */
    void prune(long now) {
        List<Map.Entry<String, Row>> stones = new ArrayList<>();
        byId.forEach((id, row) -> {
            if (row.state.equals("settled")) stones.add(Map.entry(id, row));
        });
        stones.sort(Comparator.comparingLong((Map.Entry<String, Row> one) -> one.getValue().at).reversed());
        for (int place = 0; place < stones.size(); place += 1) {
            if (place >= KEEP_STONES || now - stones.get(place).getValue().at > KEEP_SECONDS) byId.remove(stones.get(place).getKey());
        }
    }
}
