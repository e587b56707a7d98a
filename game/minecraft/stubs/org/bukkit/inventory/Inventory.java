package org.bukkit.inventory;

import java.util.HashMap;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/org/bukkit/inventory/Inventory.java, 153752dfac15 (1.17) and 6c8d413223ba (26.2). */
public interface Inventory {
    HashMap<Integer, ItemStack> addItem(ItemStack... items);

    ItemStack[] getStorageContents();
}
