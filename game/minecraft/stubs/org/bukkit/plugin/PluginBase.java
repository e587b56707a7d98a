package org.bukkit.plugin;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/org/bukkit/plugin/PluginBase.java, 153752dfac15 (1.17) and 6c8d413223ba (26.2). */
public abstract class PluginBase implements Plugin {}
