package org.bukkit;

import org.bukkit.plugin.PluginManager;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/org/bukkit/Server.java, 153752dfac15 (1.17) and 6c8d413223ba (26.2). */
public interface Server {
    PluginManager getPluginManager();
}
