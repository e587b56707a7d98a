package io.papermc.paper.threadedregions.scheduler;

import org.bukkit.plugin.Plugin;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/io/papermc/paper/threadedregions/scheduler/GlobalRegionScheduler.java, 6c8d413223ba (26.2). */
public interface GlobalRegionScheduler {
    void execute(Plugin plugin, Runnable run);
}
