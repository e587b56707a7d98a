package org.bukkit;

/** {@code minecraft:diamond}. */
public final class NamespacedKey {
    private final String key;

    NamespacedKey(String key) {
        this.key = key;
    }

    public String getKey() {
        return key;
    }
}
