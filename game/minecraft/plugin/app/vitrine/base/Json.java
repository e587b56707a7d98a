package app.vitrine.base;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON as the protocol uses it. Objects are maps in their order, lists are lists, whole numbers are {@code Long},
 * others {@code Double}. No library travels in the jar: two plugins with two versions of one would disturb each other.
 */
public final class Json {
    private static final int DEPTH_MAX = 64;
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /**
     * The value of a text; null for {@code null} and for a text that is no JSON. What cannot be read is treated like
     * nothing everywhere, so the two need no difference.
     */
    public static Object read(String text) {
        if (text == null) return null;
        try {
            Json json = new Json(text);
            Object value = json.value(0);
            json.blank();
            return json.at == text.length() ? value : null;
        } catch (Unreadable | StringIndexOutOfBoundsException | NumberFormatException problem) {
            return null;
        }
    }

    /** The object in a text; null if it holds something else. */
    public static Map<String, Object> readObject(String text) {
        return read(text) instanceof Map<?, ?> map ? object(map) : null;
    }

    /** A value as an object; an empty one if it is something else, since Lua writes an empty object as {@code []}. */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> object(Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, Object>) map : new LinkedHashMap<>();
    }

    /** A value as a list; an empty one if it is something else. */
    @SuppressWarnings("unchecked")
    public static List<Object> list(Object value) {
        return value instanceof List<?> list ? (List<Object>) list : List.of();
    }

    /** The texts of a list, without what is no text. */
    public static List<String> texts(Object value) {
        List<String> found = new ArrayList<>();
        for (Object one : list(value)) if (one instanceof String name) found.add(name);
        return found;
    }

    /** A value as a text; null if it is none. */
    public static String text(Object value) {
        return value instanceof String one ? one : null;
    }

    /** A value as a whole number; null if it is none. A decimal without a fraction counts. */
    public static Long whole(Object value) {
        if (value instanceof Long number) return number;
        if (value instanceof Integer number) return number.longValue();
        if (value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 9e15) return number.longValue();
        return null;
    }

    /** A value as a decimal; null if it is no finite number. */
    public static Double decimal(Object value) {
        return value instanceof Number number && Double.isFinite(number.doubleValue()) ? number.doubleValue() : null;
    }

    /** The text of a value. Keys without a value are left out: the protocol has no null that means something. */
    public static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof String one) quote(one, out);
        else if (value instanceof Map<?, ?> map) {
            char before = '{';
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                if (entry.getValue() == null) continue;
                out.append(before);
                before = ',';
                quote(entry.getKey().toString(), out);
                out.append(':');
                write(entry.getValue(), out);
            }
            if (before == '{') out.append('{');
            out.append('}');
        } else if (value instanceof Iterable<?> list) {
            char before = '[';
            for (Object one : list) {
                out.append(before);
                before = ',';
                write(one, out);
            }
            if (before == '[') out.append('[');
            out.append(']');
        } else if (value instanceof Double number) {
            Long whole = whole(number);
            out.append(whole != null ? whole.toString() : Double.isFinite(number) ? number.toString() : "null");
        } else {
            out.append(value);
        }
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int index = 0; index < text.length(); index += 1) {
            char one = text.charAt(index);
            if (one == '"' || one == '\\') out.append('\\').append(one);
            else if (one < ' ' || Character.isSurrogate(one) && !isPaired(text, index)) out.append(String.format("\\u%04x", (int) one));
            else out.append(one);
        }
        out.append('"');
    }

    private static boolean isPaired(String text, int at) {
        if (Character.isHighSurrogate(text.charAt(at))) return at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1));
        return at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
    }

    private static final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1;

        Unreadable() {
            super(null, null, false, false);
        }
    }

    private void blank() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at += 1;
    }

    private char next() {
        blank();
        return text.charAt(at);
    }

    private Object value(int depth) {
        if (depth > DEPTH_MAX) throw new Unreadable();
        char one = next();
        if (one == '{') return members(depth);
        if (one == '[') return elements(depth);
        if (one == '"') return string();
        if (one == 't') return word("true", true);
        if (one == 'f') return word("false", false);
        if (one == 'n') return word("null", null);
        return number();
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) throw new Unreadable();
        at += word.length();
        return value;
    }

    private Object number() {
        int from = at;
        while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) at += 1;
        String digits = text.substring(from, at);
        if (!digits.matches("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?")) throw new Unreadable();
        if (digits.length() < 19 && digits.matches("-?\\d+")) return Long.parseLong(digits);
        return Double.parseDouble(digits);
    }

    private Map<String, Object> members(int depth) {
        Map<String, Object> map = new LinkedHashMap<>();
        at += 1;
        if (next() == '}') {
            at += 1;
            return map;
        }
        while (true) {
            if (next() != '"') throw new Unreadable();
            String key = string();
            if (next() != ':') throw new Unreadable();
            at += 1;
            map.put(key, value(depth + 1));
            if (ends('}')) return map;
        }
    }

    private List<Object> elements(int depth) {
        List<Object> list = new ArrayList<>();
        at += 1;
        if (next() == ']') {
            at += 1;
            return list;
        }
        while (true) {
            list.add(value(depth + 1));
            if (ends(']')) return list;
        }
    }

    private boolean ends(char close) {
        char one = next();
        at += 1;
        if (one != close && one != ',') throw new Unreadable();
        return one == close;
    }

    private String string() {
        StringBuilder out = new StringBuilder();
        at += 1;
        while (true) {
            char one = text.charAt(at++);
            if (one == '"') return out.toString();
            if (one < ' ') throw new Unreadable();
            if (one != '\\') {
                out.append(one);
                continue;
            }
            char escaped = text.charAt(at++);
            int place = "\"\\/bfnrt".indexOf(escaped);
            if (place >= 0) out.append("\"\\/\b\f\n\r\t".charAt(place));
            else if (escaped == 'u') {
                out.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                at += 4;
            } else throw new Unreadable();
        }
    }
}
