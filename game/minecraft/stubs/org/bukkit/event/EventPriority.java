package org.bukkit.event;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/org/bukkit/event/EventPriority.java, 153752dfac15 (1.17) and 6c8d413223ba (26.2). */
public enum EventPriority {
    LOWEST
}
