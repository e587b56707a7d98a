package net.md_5.bungee.api.chat;

/** Signatures of SpigotMC/BungeeCord, chat/src/main/java/net/md_5/bungee/api/chat/BaseComponent.java, df0f3db3059d (26.1). */
public abstract class BaseComponent {}
