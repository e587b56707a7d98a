package net.md_5.bungee.api.plugin;

import net.md_5.bungee.api.CommandSender;

/** Signatures of SpigotMC/BungeeCord, api/src/main/java/net/md_5/bungee/api/plugin/Command.java, df0f3db3059d (26.1). */
public abstract class Command {
    public Command(String name, String permission, String... aliases) { throw new UnsupportedOperationException(); }

    public abstract void execute(CommandSender sender, String[] args);
}
