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
import standin.StandinServer;

/** Hands everything to the one server, as Bukkit.java does (PaperMC/Paper 6c8d413223ba). */
public final class Bukkit {
    public static StandinServer server;

    private Bukkit() {}

    public static Server getServer() {
        return server;
    }

    public static String getName() {
        return server.flavour.equals("spigot") ? "CraftBukkit" : "Paper";
    }

    public static String getVersion() {
        return "stand-in (MC: 1.21)";
    }

    public static int getMaxPlayers() {
        return 20;
    }

    public static Collection<? extends Player> getOnlinePlayers() {
        return server.people.online();
    }

    public static OfflinePlayer[] getOfflinePlayers() {
        return server.people.played();
    }

    public static OfflinePlayer getOfflinePlayer(String name) {
        return server.people.byName(name);
    }

    public static OfflinePlayer getOfflinePlayer(UUID id) {
        return server.people.byId(id);
    }

    public static boolean getOnlineMode() {
        return server.onlineMode;
    }

    public static boolean isPrimaryThread() {
        return server.clock.isHere();
    }

    public static BukkitScheduler getScheduler() {
        // Folia throws for the old scheduler (PaperMC/Folia, Region scheduler API: CraftScheduler.handle).
        if (server.flavour.equals("folia")) throw new UnsupportedOperationException();
        return server.clock;
    }

    public static GlobalRegionScheduler getGlobalRegionScheduler() {
        return server.clock;
    }

    public static ServicesManager getServicesManager() {
        return server.services;
    }

    public static ConsoleCommandSender getConsoleSender() {
        return server.console;
    }

    public static CommandSender createCommandSender(Consumer<? super Component> feedback) {
        return server.commands.forwarding(feedback);
    }

    public static boolean dispatchCommand(CommandSender sender, String line) {
        return server.commands.dispatch(sender, line);
    }

    @SuppressWarnings("unchecked")
    public static <T extends BanList> T getBanList(BanList.Type type) {
        return (T) server.people.bans();
    }
}
