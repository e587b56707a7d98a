package app.vitrine.core;

import app.vitrine.base.Json;
import app.vitrine.base.Texts;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A delivery as Vitrine sent it. Nothing is checked here but what queue and journal need; {@link Arguments} checks the rest.
 *
 * @param kind how the player is named: {@code minecraft_name}, {@code minecraft_uuid}, …, or {@code city_id}
 * @param expiresAt unix seconds by Vitrine's clock; it may not begin after them. Null without an end
 */
public record Delivery(String id, long attempt, String kind, String value, String action, Map<String, Object> args,
        String order, String phase, Long expiresAt, boolean onlyOnline, String label) {

    /** Whether a value may be the id of a delivery. */
    static boolean isId(String id) {
        return id != null && id.matches("[A-Za-z0-9_-]{1,64}");
    }

    /** Null without a usable id. */
    static Delivery read(Object raw) {
        Map<String, Object> row = Json.object(raw);
        String id = Json.text(row.get("id"));
        if (!isId(id)) return null;
        Long attempt = Json.whole(row.get("attempt"));
        Map<String, Object> player = Json.object(row.get("player"));
        Map<String, Object> identity = Json.object(player.get("identity"));
        String kind = Json.text(identity.get("kind"));
        String value = Json.text(identity.get("value"));
        if (kind == null || value == null) {
            kind = "city_id";
            value = Json.text(player.get("city_id"));
        }
        return new Delivery(id, attempt == null || attempt < 1 ? 1 : attempt, Texts.clean(kind, 20),
            Texts.clean(value, 64), Texts.clean(Json.text(row.get("action")), 40), Json.object(row.get("args")),
            Texts.clean(Json.text(row.get("order")), 40), Texts.clean(Json.text(row.get("phase")), 20),
            Json.whole(row.get("expires_at")), Boolean.TRUE.equals(row.get("only_online")),
            Texts.clean(Json.text(row.get("label")), 120));
    }

    /** The player as Vitrine names them in {@code online}. */
    public String player() {
        return kind.equals("city_id") ? value : kind + ":" + value;
    }

    Delivery attempt(long newest, Long end) {
        return new Delivery(id, Math.max(attempt, newest), kind, value, action, args, order, phase, end, onlyOnline, label);
    }

    Map<String, Object> toJson() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", id);
        row.put("attempt", attempt);
        row.put("player", kind.equals("city_id") ? Map.of("city_id", value)
            : Map.of("identity", Map.of("kind", kind, "value", value)));
        row.put("action", action);
        row.put("args", args);
        row.put("order", order);
        row.put("phase", phase);
        row.put("expires_at", expiresAt);
        row.put("only_online", onlyOnline);
        row.put("label", label);
        return row;
    }
}
