package app.vitrine.core;

import app.vitrine.base.Console;
import app.vitrine.base.Json;
import app.vitrine.base.Texts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The memory that makes a delivery happen once: a file that is written before and after every effect. A row is
 * {@code started} (on disk BEFORE the effect), {@code given} (the effect returned), {@code done} (with the result, until
 * Vitrine has stored it) or {@code settled} (a tombstone).
 */
public final class Journal {
    private static final int SCHEMA = 1;
    private static final long KEEP_SECONDS = 30 * 86400;
    private static final int KEEP_STONES = 10000;
    private static final int SLACK_LINES = 2000;
    private static final Pattern ID = Pattern.compile("\"id\":\"([A-Za-z0-9_-]{1,64})\"");

    private final JournalFile file;
    private final Console console;
    private final Map<String, Row> rows = new LinkedHashMap<>();
    /** Ids whose last change the disk did not keep, with the player of each. */
    private final Map<String, String> owed = new LinkedHashMap<>();
    private String journalId;
    private long order;
    private int lines;
    private volatile boolean kept = true;
    private boolean closed;

    private Journal(JournalFile file, Console console) {
        this.file = file;
        this.console = console;
    }

    /**
     * Opens the journal of a folder and reads it.
     *
     * @throws IOException with a pt-BR reason if it cannot be used now: then nothing may be delivered
     */
    public static Journal open(Path folder, Console console) throws IOException {
        Journal journal = new Journal(new JournalFile(folder), console);
        try {
            journal.load();
        } catch (IOException problem) {
            journal.file.close();
            throw problem;
        }
        return journal;
    }

    private void load() throws IOException {
        boolean damaged = false;
        for (JournalFile.Line line : file.read()) {
            lines += 1;
            Map<String, Object> json = line.whole() ? Json.readObject(line.json()) : null;
            if (json == null) damaged |= !spoil(line.json());
            else apply(json);
        }
        if (damaged) {
            // A delivery may be missing, and nobody knows which. Under a new name, Vitrine asks a person about each that
            // the old journal had in hand.
            file.keepDamaged();
            journalId = null;
            console.error("O diário de entregas estava danificado. O que ele tinha em mãos será conferido por você no painel.");
        }
        boolean fresh = journalId == null;
        if (fresh) journalId = Texts.random(32);
        prune();
        if (fresh || lines > 2 * rows.size() + SLACK_LINES) rewrite();
    }

    /** A line that cannot be read only says that something began, so a person must look at it. False if it names nothing. */
    private boolean spoil(String line) {
        Matcher id = ID.matcher(line);
        if (!id.find()) return false;
        Row row = new Row();
        row.state = "started";
        row.unreadable = true;
        rows.put(id.group(1), row);
        return true;
    }

    private void apply(Map<String, Object> json) throws IOException {
        Long schema = Json.whole(json.get("schema"));
        if (schema != null) {
            if (schema > SCHEMA) throw new IOException("ele foi gravado por uma versão mais nova do plugin: instale a mais recente");
            journalId = Json.text(json.get("journal_id"));
            return;
        }
        String id = Json.text(json.get("id"));
        if (id == null) return;
        if (Boolean.TRUE.equals(json.get("gone"))) rows.remove(id);
        else rows.put(id, read(Json.object(json.get("row"))));
    }

    private Row read(Map<String, Object> json) {
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

    String id() {
        return journalId;
    }

    /** Whether the disk kept the last change. */
    boolean kept() {
        return kept;
    }

    synchronized Row get(String id) {
        return rows.get(id);
    }

    /** All rows, by id. */
    synchronized Map<String, Row> all() {
        return new LinkedHashMap<>(rows);
    }

    /** Makes the disk say of an id what the memory says. */
    private boolean store(String id, String player, boolean force) {
        if (closed) return false;
        Row row = rows.get(id);
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("id", id);
        if (row == null) line.put("gone", true);
        else line.put("row", row.toJson());
        try {
            file.append(Json.write(line), force);
            lines += 1;
            owed.remove(id);
            kept = true;
        } catch (IOException problem) {
            owed.put(id, player);
            kept = false;
            console.every("storage", 60, "Este servidor não está guardando o diário de entregas: elas esperam até isso se "
                + "resolver. Confira o espaço em disco e a pasta plugins/" + file.folder() + ". (" + problem.getMessage() + ")");
        }
        return kept;
    }

    /** Writes again what the disk did not keep. False if it still owes something about this player. */
    synchronized boolean catchUp(String player) {
        for (Map.Entry<String, String> one : new ArrayList<>(owed.entrySet())) store(one.getKey(), one.getValue(), true);
        return player == null ? owed.isEmpty() : !owed.containsValue(player);
    }

    /** Whether the disk keeps what is written, tried now. */
    synchronized boolean keeps() {
        try {
            file.append("{\"check\":" + now() + "}", true);
            lines += 1;
            kept = true;
        } catch (IOException problem) {
            kept = false;
        }
        return kept;
    }

    /**
     * Before an effect. False if the disk does not keep it, or still owes an earlier change of this player: then nothing
     * may be executed, because an older row of the player could be taken for this effect.
     */
    synchronized boolean start(Delivery delivery, Map<String, Object> probe) {
        if (!catchUp(delivery.player())) return false;
        Row before = rows.get(delivery.id());
        Row row = new Row();
        row.state = "started";
        row.delivery = delivery;
        row.probe = probe;
        row.at = now();
        row.attempt = delivery.attempt();
        row.order = before != null && before.isOpen() ? before.order : ++order;
        rows.put(delivery.id(), row);
        if (store(delivery.id(), delivery.player(), true)) return true;
        // The disk says what it said before.
        if (before == null) rows.remove(delivery.id());
        else rows.put(delivery.id(), before);
        owed.remove(delivery.id());
        return false;
    }

    /**
     * The effect returned: from now on it is never repeated. Called in the same turn of the game's thread, so it does not
     * wait for the disk: {@link #force} does, right after.
     */
    public synchronized void given(String id) {
        Row row = rows.get(id);
        if (row == null || !row.state.equals("started")) return;
        row.state = "given";
        store(id, row.delivery.player(), false);
    }

    synchronized void force() {
        try {
            file.force();
        } catch (IOException problem) {
            kept = false;
        }
    }

    /** After the effect, or when it is decided that there will be none. The newest attempt, which the outcome answers. */
    synchronized long finish(Delivery delivery, Outcome outcome) {
        Row before = rows.get(delivery.id());
        Row row = new Row();
        row.state = "done";
        row.result = outcome;
        row.at = now();
        row.attempt = before == null ? delivery.attempt() : Math.max(delivery.attempt(), before.attempt);
        rows.put(delivery.id(), row);
        store(delivery.id(), delivery.player(), true);
        return row.attempt;
    }

    /** Nothing happened and the delivery will be offered again: its row goes. The newest attempt, as in {@link #finish}. */
    synchronized long release(Delivery delivery) {
        Row row = rows.remove(delivery.id());
        if (row == null) return delivery.attempt();
        store(delivery.id(), delivery.player(), true);
        return Math.max(delivery.attempt(), row.attempt);
    }

    /** Vitrine has stored the outcome of this attempt. A lost write only means that it is reported once more. */
    synchronized void settle(String id, long attempt) {
        Row row = rows.get(id);
        if (row == null || !row.state.equals("done") || row.attempt != attempt) return;
        row.state = "settled";
        row.at = now();
        row.result = new Outcome(row.result.status(), row.result.code(), row.result.message(), null, row.result.at());
        store(id, "", false);
    }

    /** A newer attempt of an id that the journal knows. */
    synchronized long attempt(Row row, long newest) {
        row.attempt = Math.max(row.attempt, newest);
        return row.attempt;
    }

    /** Number of outcomes that Vitrine has not stored. */
    synchronized int pending() {
        return (int) rows.values().stream().filter(row -> !row.state.equals("settled")).count();
    }

    /** Forgets tombstones older than 30 days and the oldest beyond 10 000, and writes the file anew when much of it is old. */
    synchronized void tidy() {
        prune();
        if (closed || lines <= 2 * rows.size() + SLACK_LINES) return;
        try {
            rewrite();
        } catch (IOException problem) {
            console.every("storage", 60, "O diário de entregas não pôde ser compactado: " + problem.getMessage());
        }
    }

    private void prune() {
        List<Map.Entry<String, Row>> stones = new ArrayList<>();
        for (Map.Entry<String, Row> one : rows.entrySet()) if (one.getValue().state.equals("settled")) stones.add(Map.entry(one.getKey(), one.getValue()));
        stones.sort(Comparator.comparingLong((Map.Entry<String, Row> one) -> one.getValue().at).reversed());
        for (int place = 0; place < stones.size(); place += 1) {
            if (place >= KEEP_STONES || now() - stones.get(place).getValue().at > KEEP_SECONDS) rows.remove(stones.get(place).getKey());
        }
    }

    private void rewrite() throws IOException {
        List<String> all = new ArrayList<>();
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("schema", SCHEMA);
        head.put("journal_id", journalId);
        all.add(Json.write(head));
        rows.forEach((id, row) -> {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("id", id);
            line.put("row", row.toJson());
            all.add(Json.write(line));
        });
        file.rewrite(all);
        lines = all.size();
        owed.clear();
    }

    private static long now() {
        return System.currentTimeMillis() / 1000;
    }

    /** Keeps nothing any more, and says nothing of it: the file may belong to the next one by now. */
    public synchronized void close() {
        closed = true;
        file.close();
    }
}
