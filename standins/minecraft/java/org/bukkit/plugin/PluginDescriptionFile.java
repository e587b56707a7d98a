package org.bukkit.plugin;

/** What plugin.yml says. */
public final class PluginDescriptionFile {
    private final String version;

    public PluginDescriptionFile(String version) {
        this.version = version;
    }

    public String getVersion() {
        return version;
    }
}
