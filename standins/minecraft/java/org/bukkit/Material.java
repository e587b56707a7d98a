package org.bukkit;

import java.util.Locale;

/** A few of Minecraft's, with their stack sizes (Material.java of PaperMC/Paper 153752dfac15). */
public enum Material {
    AIR(0), DIAMOND(64), DIRT(64), ENDER_PEARL(16), DIAMOND_SWORD(1), WATER(64), LEGACY_STONE(64);

    private final int stack;

    Material(int stack) {
        this.stack = stack;
    }

    public boolean isLegacy() {
        return name().startsWith("LEGACY_");
    }

    public NamespacedKey getKey() {
        if (isLegacy()) throw new IllegalArgumentException("Cannot get key of Legacy Material");
        return new NamespacedKey(name().toLowerCase(Locale.ROOT));
    }

    public int getMaxStackSize() {
        return stack;
    }

    /** Water is a block without an item. */
    public boolean isItem() {
        return this != WATER;
    }

    public boolean isAir() {
        return this == AIR;
    }

    public static Material matchMaterial(String name) {
        String plain = name.startsWith("minecraft:") ? name.substring(10) : name;
        try {
            return valueOf(plain.toUpperCase(Locale.ENGLISH).replaceAll("\\s+", "_").replaceAll("\\W", ""));
        } catch (IllegalArgumentException problem) {
            return null;
        }
    }
}
