package org.bukkit;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/org/bukkit/Material.java, 153752dfac15 (1.17) and 6c8d413223ba (26.2). */
public enum Material {
    ;

    public boolean isLegacy() { throw new UnsupportedOperationException(); }

    public NamespacedKey getKey() { throw new UnsupportedOperationException(); }

    public int getMaxStackSize() { throw new UnsupportedOperationException(); }

    public boolean isItem() { throw new UnsupportedOperationException(); }

    public boolean isAir() { throw new UnsupportedOperationException(); }

    public static Material matchMaterial(String name) { throw new UnsupportedOperationException(); }
}
