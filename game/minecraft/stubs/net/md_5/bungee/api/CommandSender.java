package net.md_5.bungee.api;

import net.md_5.bungee.api.chat.BaseComponent;

/** Signatures of SpigotMC/BungeeCord, api/src/main/java/net/md_5/bungee/api/CommandSender.java, df0f3db3059d (26.1). */
public interface CommandSender {
    String getName();

    void sendMessage(BaseComponent message);
}
