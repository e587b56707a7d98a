package net.md_5.bungee.api.connection;

import java.util.UUID;
import net.md_5.bungee.api.CommandSender;

/** Signatures of SpigotMC/BungeeCord, api/src/main/java/net/md_5/bungee/api/connection/ProxiedPlayer.java, df0f3db3059d (26.1). */
public interface ProxiedPlayer extends CommandSender {
    UUID getUniqueId();

    Server getServer();
}
