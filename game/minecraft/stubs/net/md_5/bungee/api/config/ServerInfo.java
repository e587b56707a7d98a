package net.md_5.bungee.api.config;

/** Signatures of SpigotMC/BungeeCord, api/src/main/java/net/md_5/bungee/api/config/ServerInfo.java, df0f3db3059d (26.1). */
public interface ServerInfo {}
