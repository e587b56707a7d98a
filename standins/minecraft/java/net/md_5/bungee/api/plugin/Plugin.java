package net.md_5.bungee.api.plugin;

import java.io.File;
import java.util.logging.Logger;
import net.md_5.bungee.api.ProxyServer;
import standin.proxy.BungeeStandin;

/** A plugin of this proxy (Plugin.java of SpigotMC/BungeeCord df0f3db3059d). */
public class Plugin {
    private final BungeeStandin server = BungeeStandin.current();

    public Plugin() {}

    public ProxyServer getProxy() {
        return server;
    }

    public Logger getLogger() {
        return server.logger();
    }

    /** getDataFolder: named as the plugin is. */
    public final File getDataFolder() {
        return server.folder().resolve("plugins/Vitrine").toFile();
    }

    public void onEnable() {}

    public void onDisable() {}
}
