package app.vitrine.bukkit;

import org.bukkit.Bukkit;
import org.bukkit.entity.Player;
import org.bukkit.plugin.Plugin;

/** Folia's threads. Only loaded where they exist. */
final class FoliaThreads extends Threads {
    FoliaThreads(Plugin plugin) {
        super(plugin);
    }

    @Override
    void global(Runnable work) {
        Bukkit.getGlobalRegionScheduler().execute(plugin, work);
    }

    @Override
    void of(Player player, Runnable work, Runnable gone) {
        if (!player.getScheduler().execute(plugin, work, gone, 1)) gone.run();
    }
}
