package org.bukkit.configuration;

import java.util.List;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/org/bukkit/configuration/ConfigurationSection.java, 153752dfac15 (1.17) and 6c8d413223ba (26.2). */
public interface ConfigurationSection {
    String getString(String path, String def);

    boolean getBoolean(String path, boolean def);

    List<String> getStringList(String path);
}
