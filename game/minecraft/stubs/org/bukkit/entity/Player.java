package org.bukkit.entity;

import org.bukkit.OfflinePlayer;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/org/bukkit/entity/Player.java, 153752dfac15 (1.17) and 6c8d413223ba (26.2). */
public interface Player extends HumanEntity, OfflinePlayer {
    void saveData();
}
