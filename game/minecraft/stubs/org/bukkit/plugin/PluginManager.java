package org.bukkit.plugin;

import org.bukkit.event.Listener;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/org/bukkit/plugin/PluginManager.java, 153752dfac15 (1.17) and 6c8d413223ba (26.2). */
public interface PluginManager {
    void registerEvents(Listener listener, Plugin plugin);
}
