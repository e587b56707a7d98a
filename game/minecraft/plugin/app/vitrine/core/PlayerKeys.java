package app.vitrine.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** The keys by which Vitrine knows a player of Minecraft. */
public final class PlayerKeys {
    private PlayerKeys() {}

    /** As {@code online} tells them. A name that no buyer can type has no key. */
    public static List<String> of(String name, UUID id) {
        List<String> keys = new ArrayList<>();
        String lower = name == null ? "" : name.toLowerCase(Locale.ROOT);
        if (lower.matches("[.*]?[a-z0-9_]{1,16}")) keys.add("minecraft_name:" + lower);
        keys.add("minecraft_uuid:" + id);
        return keys;
    }
}
