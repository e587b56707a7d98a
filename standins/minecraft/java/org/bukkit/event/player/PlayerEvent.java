package org.bukkit.event.player;

import org.bukkit.entity.Player;

/** Something about a player. */
public abstract class PlayerEvent {
    private final Player player;

    protected PlayerEvent(Player player) {
        this.player = player;
    }

    public final Player getPlayer() {
        return player;
    }
}
