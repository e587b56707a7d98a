package com.velocitypowered.api.event.connection;

import com.velocitypowered.api.proxy.Player;

/** Signatures of PaperMC/Velocity, api/src/main/java/com/velocitypowered/api/event/connection/PostLoginEvent.java, 69ee655d7490 (3.4). */
public final class PostLoginEvent {
    public PostLoginEvent(Player player) { throw new UnsupportedOperationException(); }

    public Player getPlayer() { throw new UnsupportedOperationException(); }
}
