package io.papermc.paper.configuration;

/** Tells a Paper from a Spigot. */
public final class Configuration {
    private Configuration() {}
}
