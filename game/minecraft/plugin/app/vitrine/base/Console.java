package app.vitrine.base;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/** Lines for the owner's console, in pt-BR. Never a token, a signature or a whole body. */
public final class Console {
    /** How serious a line is. */
    public enum Kind { GOOD, INFO, WARN, ERROR }

    private final BiConsumer<Kind, String> out;
    private final Map<String, Long> printed = new ConcurrentHashMap<>();
    private volatile String lastError;

    public Console(BiConsumer<Kind, String> out) {
        this.out = out;
    }

    public void info(String text) {
        out.accept(Kind.INFO, Texts.clean(text, 600));
    }

    public void good(String text) {
        out.accept(Kind.GOOD, Texts.clean(text, 600));
    }

    public void warn(String text) {
        out.accept(Kind.WARN, Texts.clean(text, 600));
    }

    public void error(String text) {
        lastError = text;
        out.accept(Kind.ERROR, Texts.clean(text, 600));
    }

    /** The same kind of error at most once in so many seconds, the first one at once. */
    public void every(String key, int seconds, String text) {
        long now = System.nanoTime();
        lastError = text;
        Long before = printed.get(key);
        if (before != null && now - before < seconds * 1_000_000_000L) return;
        printed.put(key, now);
        error(text);
    }

    /** What was said before may be said again: somebody has changed something and looks. */
    public void forget() {
        printed.clear();
    }

    /** The last error, or null. */
    public String lastError() {
        return lastError;
    }

    /** A line of this kind. */
    public void line(Kind kind, String text) {
        out.accept(kind, Texts.clean(text, 600));
    }
}
