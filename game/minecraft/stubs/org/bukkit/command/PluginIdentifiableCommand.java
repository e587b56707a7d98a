package org.bukkit.command;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/org/bukkit/command/PluginIdentifiableCommand.java, 153752dfac15 (1.17) and 6c8d413223ba (26.2). */
public interface PluginIdentifiableCommand {}
