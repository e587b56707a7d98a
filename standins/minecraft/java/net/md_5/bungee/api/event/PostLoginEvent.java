package net.md_5.bungee.api.event;

import net.md_5.bungee.api.connection.ProxiedPlayer;

/** PostLoginEvent.java of SpigotMC/BungeeCord df0f3db3059d. */
public class PostLoginEvent {
    private final ProxiedPlayer player;

    public PostLoginEvent(ProxiedPlayer player) {
        this.player = player;
    }

    public ProxiedPlayer getPlayer() {
        return player;
    }
}
