package org.bukkit.inventory;

import org.bukkit.Material;

/** A stack; {@code named}: it has a name of its own, so it is similar to no plain one (ItemStack.isSimilar compares the meta). */
public class ItemStack {
    private final Material type;
    private final int amount;
    private final boolean named;

    public ItemStack(Material type, int amount) {
        this(type, amount, false);
    }

    public ItemStack(Material type, int amount, boolean named) {
        this.type = type;
        this.amount = amount;
        this.named = named;
    }

    public Material getType() {
        return type;
    }

    public int getAmount() {
        return amount;
    }

    public boolean isNamed() {
        return named;
    }

    public boolean isSimilar(ItemStack other) {
        return other != null && type == other.type && named == other.named;
    }
}
