package net.md_5.bungee.api.plugin;

import java.util.Collection;
import java.util.Map;
import net.md_5.bungee.api.CommandSender;

/** Signatures of SpigotMC/BungeeCord, api/src/main/java/net/md_5/bungee/api/plugin/PluginManager.java, df0f3db3059d (26.1). */
public class PluginManager {
    public void registerCommand(Plugin plugin, Command command) { throw new UnsupportedOperationException(); }

    public void registerListener(Plugin plugin, Listener listener) { throw new UnsupportedOperationException(); }

    public boolean isExecutableCommand(String commandName, CommandSender sender) { throw new UnsupportedOperationException(); }

    public boolean dispatchCommand(CommandSender sender, String commandLine) { throw new UnsupportedOperationException(); }

    public Collection<Map.Entry<String, Command>> getCommands() { throw new UnsupportedOperationException(); }
}
