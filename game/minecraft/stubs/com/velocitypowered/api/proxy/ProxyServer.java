package com.velocitypowered.api.proxy;

import com.velocitypowered.api.command.CommandManager;
import com.velocitypowered.api.proxy.config.ProxyConfig;
import com.velocitypowered.api.util.ProxyVersion;
import java.util.Collection;

/** Signatures of PaperMC/Velocity, api/src/main/java/com/velocitypowered/api/proxy/ProxyServer.java, 69ee655d7490 (3.4). */
public interface ProxyServer {
    Collection<Player> getAllPlayers();

    ConsoleCommandSource getConsoleCommandSource();

    CommandManager getCommandManager();

    ProxyConfig getConfiguration();

    ProxyVersion getVersion();
}
