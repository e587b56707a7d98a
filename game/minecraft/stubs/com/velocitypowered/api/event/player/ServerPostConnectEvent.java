package com.velocitypowered.api.event.player;

import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.server.RegisteredServer;

/** Signatures of PaperMC/Velocity, api/src/main/java/com/velocitypowered/api/event/player/ServerPostConnectEvent.java, 69ee655d7490 (3.4). */
public class ServerPostConnectEvent {
    public ServerPostConnectEvent(Player player, RegisteredServer previousServer) { throw new UnsupportedOperationException(); }

    public Player getPlayer() { throw new UnsupportedOperationException(); }

    public RegisteredServer getPreviousServer() { throw new UnsupportedOperationException(); }
}
