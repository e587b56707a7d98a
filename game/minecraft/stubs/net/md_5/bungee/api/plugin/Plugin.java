package net.md_5.bungee.api.plugin;

import java.io.File;
import java.util.logging.Logger;
import net.md_5.bungee.api.ProxyServer;

/** Signatures of SpigotMC/BungeeCord, api/src/main/java/net/md_5/bungee/api/plugin/Plugin.java, df0f3db3059d (26.1). */
public class Plugin {
    public Plugin() {}

    public ProxyServer getProxy() { throw new UnsupportedOperationException(); }

    public Logger getLogger() { throw new UnsupportedOperationException(); }

    public final File getDataFolder() { throw new UnsupportedOperationException(); }

    public void onEnable() {}

    public void onDisable() {}
}
