package app.vitrine.core;

/**
 * What the owner set.
 *
 * @param token the identification token; empty without one
 * @param url Vitrine's address without a final slash
 * @param version version of this plugin
 * @param file where the owner set it, for texts: {@code plugins/Vitrine/config.yml}
 */
public record Settings(String token, String url, String version, boolean logDeliveries, String file) {}
