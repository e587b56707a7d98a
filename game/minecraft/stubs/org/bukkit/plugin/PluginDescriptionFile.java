package org.bukkit.plugin;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/org/bukkit/plugin/PluginDescriptionFile.java, 153752dfac15 (1.17) and 6c8d413223ba (26.2). */
public final class PluginDescriptionFile {
    private PluginDescriptionFile() {}

    public String getVersion() { throw new UnsupportedOperationException(); }
}
