package org.bukkit.configuration.file;

import org.bukkit.configuration.ConfigurationSection;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/org/bukkit/configuration/file/FileConfiguration.java, 153752dfac15 (1.17) and 6c8d413223ba (26.2). It implements ConfigurationSection by MemoryConfiguration and MemorySection. */
public abstract class FileConfiguration implements ConfigurationSection {}
