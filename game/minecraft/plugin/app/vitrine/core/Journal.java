package app.vitrine.core;

import app.vitrine.base.Console;
import app.vitrine.base.Texts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The memory that makes a delivery happen once: a file that is written before and after every effect. A row is
 * {@code started} (on disk BEFORE the effect), {@code given} (the effect returned), {@code done} (with the result, until
 * Vitrine has stored it) or {@code settled} (a tombstone).
 *
 * <p>The game's thread takes this lock. So nobody waits for the disk under it: a line is added under the lock, and forced after it.
 */
public final class Journal {
    private static final int SLACK_LINES = 2000;

    private final JournalFile file;
    private final Console console;
    private final JournalRows rows = new JournalRows();
    /** Ids whose last change the disk did not keep, with the player of each. */
    private final Map<String, String> owed = new LinkedHashMap<>();
    /** Ids that wait for the disk before their effect, with what the journal said of them before; null for nothing. */
    private final Map<String, Row> beginning = new HashMap<>();
    /** A line that the disk must have soon, although nobody waits for it. */
    private long awaited;
    private volatile boolean kept = true;
    private volatile boolean closed;

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
        if (!rows.read(file.read())) {
            // A delivery may be missing, and nobody knows which. Under a new name, Vitrine asks a person about each that
            // the old journal had in hand.
            file.keepDamaged();
            rows.name = null;
            console.error("O diário de entregas estava danificado. O que ele tinha em mãos será conferido por você no painel.");
        }
        boolean fresh = rows.name == null;
        if (fresh) rows.name = Texts.random(32);
        rows.prune(now());
        if (fresh || isLong()) file.replace(this::copy);
    }

    String id() {
        return rows.name;
    }

    /** Whether the disk kept the last change. */
    boolean kept() {
        return kept;
    }

    synchronized Row get(String id) {
        return rows.byId.get(id);
    }

    /** All rows, by id. */
    synchronized Map<String, Row> all() {
        return new LinkedHashMap<>(rows.byId);
    }

    /** Makes the file say of an id what the memory says. The line's number; 0 if the file does not take it. */
    private long store(String id, String player) {
        if (closed) return 0;
        try {
            long number = file.append(rows.line(id));
            owed.remove(id);
            return number;
        } catch (IOException problem) {
            owed.put(id, player);
            failed(problem);
            return 0;
        }
    }

    /** Waits until the disk has the lines up to this one. False if it does not take them. Never called under the lock. */
    private boolean force(long line) {
        if (line == 0) return false;
        try {
            file.force(line);
            kept = true;
            return true;
        } catch (IOException problem) {
            if (!closed) failed(problem);
            return false;
        }
    }

    private void failed(IOException problem) {
        kept = false;
        console.every("storage", 60, "Este servidor não está guardando o diário de entregas: elas esperam até isso se "
            + "resolver. Confira o espaço em disco e a pasta plugins/" + file.folder() + ". (" + problem.getMessage() + ")");
    }

    /** Writes again what the file did not take. The last line's number; 0 if there was none. */
    private long writeOwed() {
        long last = 0;
        for (Map.Entry<String, String> one : new ArrayList<>(owed.entrySet())) last = Math.max(last, store(one.getKey(), one.getValue()));
        return last;
    }

    /** Writes again what the disk did not keep. False if it still owes something about this player. */
    boolean catchUp(String player) {
        long line;
        boolean owes;
        synchronized (this) {
            line = writeOwed();
            if (file.isDoubted() || !file.has(awaited)) line = file.added();
            owes = player == null ? !owed.isEmpty() : owed.containsValue(player);
        }
        return (line == 0 || force(line)) && !owes;
    }

    /** Whether the disk keeps what is written, tried now. */
    boolean keeps() {
        long line;
        synchronized (this) {
            try {
                line = file.isDoubted() ? file.added() : file.append("{\"check\":" + now() + "}");
            } catch (IOException problem) {
                kept = false;
                return false;
            }
        }
        return force(line);
    }

    /**
     * Before an effect. False if the disk does not keep it, or still owes an earlier change of this player: then nothing
     * may be executed, because an older row of the player could be taken for this effect.
     */
    boolean start(Delivery delivery, Map<String, Object> probe) {
        String id = delivery.id();
        long line;
        synchronized (this) {
            writeOwed();
            if (owed.containsValue(delivery.player())) return false;
            Row before = rows.byId.get(id);
            Row row = new Row();
            row.state = "started";
            row.delivery = delivery;
            row.probe = probe;
            row.at = now();
            row.attempt = delivery.attempt();
            row.order = before != null && before.isOpen() ? before.order : ++rows.order;
            rows.byId.put(id, row);
            line = store(id, delivery.player());
            if (line == 0) {
                // The file says what it said before.
                putBack(id, before);
                owed.remove(id);
                return false;
            }
            beginning.put(id, before);
        }
        boolean forced = force(line);
        synchronized (this) {
            // Whoever closed the journal meanwhile has taken it back.
            if (!beginning.containsKey(id)) return false;
            if (!forced) takeBack(id, delivery.player());
            else beginning.remove(id);
        }
        return forced;
    }

    private void putBack(String id, Row before) {
        if (before == null) rows.byId.remove(id);
        else rows.byId.put(id, before);
    }

    /** It does not begin. Its line may be on the disk all the same, so another one says what was there before. */
    private void takeBack(String id, String player) {
        putBack(id, beginning.remove(id));
        awaited = Math.max(awaited, store(id, player));
    }

    /**
     * The effect returned: from now on it is never repeated. Called in the same turn of the game's thread, so it does not
     * wait for the disk: {@link #flush} does, right after.
     */
    public synchronized void given(String id) {
        Row row = rows.byId.get(id);
        if (row == null || !row.state.equals("started")) return;
        row.state = "given";
        store(id, row.delivery.player());
    }

    /** Waits until the disk has everything that was written. */
    void flush() {
        force(file.added());
    }

    /** After the effect, or when it is decided that there will be none. The newest attempt, which the outcome answers. */
    long finish(Delivery delivery, Outcome outcome) {
        Row row = new Row();
        row.state = "done";
        row.result = outcome;
        row.at = now();
        row.unsaid = true;
        long line;
        synchronized (this) {
            Row before = rows.byId.get(delivery.id());
            row.attempt = before == null ? delivery.attempt() : Math.max(delivery.attempt(), before.attempt);
            rows.byId.put(delivery.id(), row);
            line = store(delivery.id(), delivery.player());
        }
        try {
            force(line);
        } finally {
            row.unsaid = false;
        }
        return attempt(row, 0);
    }

    /** Nothing happened and the delivery will be offered again: its row goes. The newest attempt, as in {@link #finish}. */
    long release(Delivery delivery) {
        long newest;
        long line;
        synchronized (this) {
            Row row = rows.byId.remove(delivery.id());
            if (row == null) return delivery.attempt();
            newest = Math.max(delivery.attempt(), row.attempt);
            line = store(delivery.id(), delivery.player());
        }
        force(line);
        return newest;
    }

    /** Vitrine has stored the outcome of this attempt. A lost write only means that it is reported once more. */
    synchronized void settle(String id, long attempt) {
        Row row = rows.byId.get(id);
        if (row == null || !row.state.equals("done") || row.attempt != attempt) return;
        row.state = "settled";
        row.at = now();
        row.result = new Outcome(row.result.status(), row.result.code(), row.result.message(), null, row.result.at());
        store(id, "");
    }

    /** A newer attempt of an id that the journal knows. */
    synchronized long attempt(Row row, long newest) {
        row.attempt = Math.max(row.attempt, newest);
        return row.attempt;
    }

    /** Number of outcomes that Vitrine has not stored. */
    synchronized int pending() {
        return (int) rows.byId.values().stream().filter(row -> !row.state.equals("settled")).count();
    }

    /** Forgets tombstones older than 30 days and the oldest beyond 10 000, and writes the file anew when much of it is old. */
    void tidy() {
        synchronized (this) {
            rows.prune(now());
            if (closed || !isLong()) return;
        }
        try {
            file.replace(this::copy);
        } catch (IOException problem) {
            if (!closed) console.every("storage", 60, "O diário de entregas não pôde ser compactado: " + problem.getMessage());
        }
    }

    private boolean isLong() {
        return file.lines() > 2 * rows.byId.size() + SLACK_LINES;
    }

    /** What a new file shall say. */
    private synchronized JournalFile.Copy copy() {
        return new JournalFile.Copy(rows.lines(), file.added());
    }

    private static long now() {
        return System.currentTimeMillis() / 1000;
    }

    /** Keeps nothing any more, and says nothing of it: the file may belong to the next one by now. What waits for the disk does not begin. */
    public void close() {
        synchronized (this) {
            for (String id : List.copyOf(beginning.keySet())) takeBack(id, rows.byId.get(id).delivery.player());
            closed = true;
        }
        file.close();
    }
}
