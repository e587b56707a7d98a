package org.bukkit.inventory;

import org.bukkit.Material;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/org/bukkit/inventory/ItemStack.java, 153752dfac15 (1.17) and 6c8d413223ba (26.2). */
public class ItemStack {
    public ItemStack(Material type, int amount) { throw new UnsupportedOperationException(); }

    public Material getType() { throw new UnsupportedOperationException(); }

    public int getAmount() { throw new UnsupportedOperationException(); }

    public boolean isSimilar(ItemStack stack) { throw new UnsupportedOperationException(); }
}
