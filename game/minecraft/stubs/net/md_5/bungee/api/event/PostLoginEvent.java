package net.md_5.bungee.api.event;

import net.md_5.bungee.api.connection.ProxiedPlayer;

/** Signatures of SpigotMC/BungeeCord, api/src/main/java/net/md_5/bungee/api/event/PostLoginEvent.java, df0f3db3059d (26.1). */
public class PostLoginEvent {
    public ProxiedPlayer getPlayer() { throw new UnsupportedOperationException(); }
}
