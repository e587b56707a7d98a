package org.bukkit.event.player;

import org.bukkit.entity.Player;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/org/bukkit/event/player/PlayerEvent.java, 153752dfac15 (1.17) and 6c8d413223ba (26.2). */
public abstract class PlayerEvent {
    public final Player getPlayer() { throw new UnsupportedOperationException(); }
}
