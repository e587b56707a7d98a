package org.bukkit.entity;

import org.bukkit.inventory.PlayerInventory;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/org/bukkit/entity/HumanEntity.java, 153752dfac15 (1.17) and 6c8d413223ba (26.2). It extends Entity by LivingEntity. */
public interface HumanEntity extends Entity {
    PlayerInventory getInventory();
}
