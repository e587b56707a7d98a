package org.bukkit.scheduler;

import org.bukkit.plugin.Plugin;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/org/bukkit/scheduler/BukkitScheduler.java, 153752dfac15 (1.17) and 6c8d413223ba (26.2). */
public interface BukkitScheduler {
    BukkitTask runTask(Plugin plugin, Runnable task);
}
