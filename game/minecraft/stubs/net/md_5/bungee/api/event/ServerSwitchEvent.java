package net.md_5.bungee.api.event;

import net.md_5.bungee.api.config.ServerInfo;
import net.md_5.bungee.api.connection.ProxiedPlayer;

/** Signatures of SpigotMC/BungeeCord, api/src/main/java/net/md_5/bungee/api/event/ServerSwitchEvent.java, df0f3db3059d (26.1). */
public class ServerSwitchEvent {
    public ServerSwitchEvent(ProxiedPlayer player, ServerInfo from) { throw new UnsupportedOperationException(); }

    public ProxiedPlayer getPlayer() { throw new UnsupportedOperationException(); }

    public ServerInfo getFrom() { throw new UnsupportedOperationException(); }
}
