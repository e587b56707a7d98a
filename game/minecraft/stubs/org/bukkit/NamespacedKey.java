package org.bukkit;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/org/bukkit/NamespacedKey.java, 153752dfac15 (1.17) and 6c8d413223ba (26.2). */
public final class NamespacedKey {
    private NamespacedKey() {}

    public String getKey() { throw new UnsupportedOperationException(); }
}
