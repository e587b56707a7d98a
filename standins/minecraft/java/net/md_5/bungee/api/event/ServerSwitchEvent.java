package net.md_5.bungee.api.event;

import net.md_5.bungee.api.config.ServerInfo;
import net.md_5.bungee.api.connection.ProxiedPlayer;

/** ServerSwitchEvent.java of SpigotMC/BungeeCord df0f3db3059d. */
public class ServerSwitchEvent {
    private final ProxiedPlayer player;
    private final ServerInfo from;

    public ServerSwitchEvent(ProxiedPlayer player, ServerInfo from) {
        this.player = player;
        this.from = from;
    }

    public ProxiedPlayer getPlayer() {
        return player;
    }

    public ServerInfo getFrom() {
        return from;
    }
}
