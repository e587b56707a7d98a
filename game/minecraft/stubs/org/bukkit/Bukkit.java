package org.bukkit;

import io.papermc.paper.threadedregions.scheduler.GlobalRegionScheduler;
import java.util.Collection;
import java.util.UUID;
import java.util.function.Consumer;
import net.kyori.adventure.text.Component;
import org.bukkit.command.CommandSender;
import org.bukkit.command.ConsoleCommandSender;
import org.bukkit.entity.Player;
import org.bukkit.plugin.ServicesManager;
import org.bukkit.scheduler.BukkitScheduler;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/org/bukkit/Bukkit.java, 153752dfac15 (1.17) and 6c8d413223ba (26.2). In 1.17 getBanList returns a plain BanList, which is the same after erasure. */
public final class Bukkit {
    private Bukkit() {}

    public static Server getServer() { throw new UnsupportedOperationException(); }

    public static String getName() { throw new UnsupportedOperationException(); }

    public static String getVersion() { throw new UnsupportedOperationException(); }

    public static int getMaxPlayers() { throw new UnsupportedOperationException(); }

    public static Collection<? extends Player> getOnlinePlayers() { throw new UnsupportedOperationException(); }

    public static OfflinePlayer[] getOfflinePlayers() { throw new UnsupportedOperationException(); }

    public static OfflinePlayer getOfflinePlayer(String name) { throw new UnsupportedOperationException(); }

    public static OfflinePlayer getOfflinePlayer(UUID id) { throw new UnsupportedOperationException(); }

    public static boolean getOnlineMode() { throw new UnsupportedOperationException(); }

    public static boolean isPrimaryThread() { throw new UnsupportedOperationException(); }

    public static BukkitScheduler getScheduler() { throw new UnsupportedOperationException(); }

    public static ServicesManager getServicesManager() { throw new UnsupportedOperationException(); }

    public static ConsoleCommandSender getConsoleSender() { throw new UnsupportedOperationException(); }

    public static boolean dispatchCommand(CommandSender sender, String commandLine) { throw new UnsupportedOperationException(); }

    public static <T extends BanList> T getBanList(BanList.Type type) { throw new UnsupportedOperationException(); }

    // Only in 26.2; the jar calls them where they are.
    public static GlobalRegionScheduler getGlobalRegionScheduler() { throw new UnsupportedOperationException(); }

    public static CommandSender createCommandSender(Consumer<? super Component> feedback) { throw new UnsupportedOperationException(); }
}
