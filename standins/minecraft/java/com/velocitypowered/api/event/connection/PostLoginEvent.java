package com.velocitypowered.api.event.connection;

import com.velocitypowered.api.proxy.Player;

/** PostLoginEvent.java of PaperMC/Velocity 69ee655d7490. */
public final class PostLoginEvent {
    private final Player player;

    public PostLoginEvent(Player player) {
        this.player = player;
    }

    public Player getPlayer() {
        return player;
    }
}
