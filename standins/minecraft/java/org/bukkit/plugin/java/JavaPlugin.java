package org.bukkit.plugin.java;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.logging.Logger;
import org.bukkit.Server;
import org.bukkit.command.Command;
import org.bukkit.command.CommandSender;
import org.bukkit.configuration.file.FileConfiguration;
import org.bukkit.plugin.PluginBase;
import org.bukkit.plugin.PluginDescriptionFile;
import standin.Config;
import standin.StandinServer;

/** A plugin of this server (JavaPlugin.java of PaperMC/Paper 6c8d413223ba; only the class loader of plugins may make one). */
public abstract class JavaPlugin extends PluginBase {
    private final StandinServer server = org.bukkit.Bukkit.server;
    private FileConfiguration config;

    public JavaPlugin() {
        if (!getClass().getClassLoader().getClass().getName().equals("standin.PluginLoader")) {
            throw new IllegalStateException("JavaPlugin requires to be created by a valid classloader.");
        }
    }

    public final File getDataFolder() {
        return server.folder.resolve("plugins/Vitrine").toFile();
    }

    public final Server getServer() {
        return server;
    }

    public final PluginDescriptionFile getDescription() {
        return new PluginDescriptionFile(server.pluginYml.getString("version", "?"));
    }

    public FileConfiguration getConfig() {
        if (config == null) reloadConfig();
        return config;
    }

    public void reloadConfig() {
        config = Config.read(getDataFolder().toPath().resolve("config.yml"));
    }

    /** Never writes over the owner's file. */
    public void saveDefaultConfig() {
        File file = new File(getDataFolder(), "config.yml");
        if (file.exists()) return;
        getDataFolder().mkdirs();
        try (InputStream in = getClass().getClassLoader().getResourceAsStream("config.yml")) {
            Files.copy(in, file.toPath());
        } catch (IOException problem) {
            throw new IllegalStateException(problem);
        }
    }

    public Logger getLogger() {
        return server.logger;
    }

    public void onEnable() {}

    public void onDisable() {}

    public boolean onCommand(CommandSender sender, Command command, String label, String[] args) {
        return false;
    }
}
