package org.bukkit.plugin.java;

import java.io.File;
import java.util.logging.Logger;
import org.bukkit.Server;
import org.bukkit.command.Command;
import org.bukkit.command.CommandSender;
import org.bukkit.configuration.file.FileConfiguration;
import org.bukkit.plugin.PluginBase;
import org.bukkit.plugin.PluginDescriptionFile;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/org/bukkit/plugin/java/JavaPlugin.java, 153752dfac15 (1.17) and 6c8d413223ba (26.2). */
public abstract class JavaPlugin extends PluginBase {
    public JavaPlugin() {}

    public final File getDataFolder() { throw new UnsupportedOperationException(); }

    public final Server getServer() { throw new UnsupportedOperationException(); }

    public final PluginDescriptionFile getDescription() { throw new UnsupportedOperationException(); }

    public FileConfiguration getConfig() { throw new UnsupportedOperationException(); }

    public void reloadConfig() { throw new UnsupportedOperationException(); }

    public void saveDefaultConfig() { throw new UnsupportedOperationException(); }

    public Logger getLogger() { throw new UnsupportedOperationException(); }

    public void onEnable() { throw new UnsupportedOperationException(); }

    public void onDisable() { throw new UnsupportedOperationException(); }

    public boolean onCommand(CommandSender sender, Command command, String label, String[] args) { throw new UnsupportedOperationException(); }
}
