package net.md_5.bungee.api;

/** Signatures of SpigotMC/BungeeCord, api/src/main/java/net/md_5/bungee/api/ProxyConfig.java, df0f3db3059d (26.1). */
public interface ProxyConfig {
    int getPlayerLimit();
}
