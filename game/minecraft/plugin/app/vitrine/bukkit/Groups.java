package app.vitrine.bukkit;

import java.util.Collection;
import org.bukkit.OfflinePlayer;

/** Permission groups. Each group is a place of its own: a player may have several. */
interface Groups {
    boolean exists(String group);

    /** Whether the player has it without an end, in every world. */
    boolean has(OfflinePlayer player, String group);

    void add(OfflinePlayer player, String group);

    void remove(OfflinePlayer player, String group);

    Collection<String> names();

    /** Whether {@link #names} are all that exist. */
    boolean complete();
}
