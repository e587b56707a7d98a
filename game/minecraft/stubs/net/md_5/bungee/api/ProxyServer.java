package net.md_5.bungee.api;

import java.util.Collection;
import net.md_5.bungee.api.config.ServerInfo;
import net.md_5.bungee.api.connection.ProxiedPlayer;
import net.md_5.bungee.api.plugin.PluginManager;

/** Signatures of SpigotMC/BungeeCord, api/src/main/java/net/md_5/bungee/api/ProxyServer.java, df0f3db3059d (26.1). */
public abstract class ProxyServer {
    public abstract String getName();

    public abstract String getVersion();

    public abstract Collection<ProxiedPlayer> getPlayers();

    public abstract ServerInfo getServerInfo(String name);

    public abstract PluginManager getPluginManager();

    public abstract CommandSender getConsole();

    public abstract ProxyConfig getConfig();
}
