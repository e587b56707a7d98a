package app.vitrine.core;

import app.vitrine.base.Json;
import java.util.Map;

/** How much one request may carry: {@code commands} asked for, {@code online} players told, {@code results} reported. */
record Limits(int commands, int online, int results) {
    /** Before Vitrine has said any, and for each that it does not say. */
    static final Limits FIRST = new Limits(25, 500, 100);

    /** What an answer to hello says. */
    static Limits read(Object raw) {
        Map<String, Object> json = Json.object(raw);
        return new Limits(number(json.get("commands"), FIRST.commands), number(json.get("online"), FIRST.online),
            Math.min(FIRST.results, number(json.get("results"), FIRST.results)));
    }

    private static int number(Object value, int otherwise) {
        Long number = Json.whole(value);
        return number == null || number < 1 || number > 100000 ? otherwise : number.intValue();
    }

    /** A request was too large. */
    Limits halved() {
        return new Limits(commands, online, Math.max(1, results / 2));
    }
}
