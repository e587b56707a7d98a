package org.bukkit;

import java.util.UUID;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/org/bukkit/OfflinePlayer.java, 153752dfac15 (1.17) and 6c8d413223ba (26.2). */
public interface OfflinePlayer {
    boolean isOnline();

    String getName();

    UUID getUniqueId();

    boolean isBanned();

    boolean isWhitelisted();

    void setWhitelisted(boolean value);

    boolean hasPlayedBefore();
}
