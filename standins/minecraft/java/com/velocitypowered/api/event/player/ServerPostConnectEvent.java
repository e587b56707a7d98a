package com.velocitypowered.api.event.player;

import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.server.RegisteredServer;

/** ServerPostConnectEvent.java of PaperMC/Velocity 69ee655d7490. */
public class ServerPostConnectEvent {
    private final Player player;
    private final RegisteredServer previousServer;

    public ServerPostConnectEvent(Player player, RegisteredServer previousServer) {
        this.player = player;
        this.previousServer = previousServer;
    }

    public Player getPlayer() {
        return player;
    }

    public RegisteredServer getPreviousServer() {
        return previousServer;
    }
}
