package net.md_5.bungee.api.plugin;

import net.md_5.bungee.api.CommandSender;

/** Command.java of SpigotMC/BungeeCord df0f3db3059d. */
public abstract class Command {
    public final String name;

    public Command(String name, String permission, String... aliases) {
        this.name = name;
    }

    public abstract void execute(CommandSender sender, String[] args);
}
