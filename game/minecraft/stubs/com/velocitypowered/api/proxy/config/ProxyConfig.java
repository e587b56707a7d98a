package com.velocitypowered.api.proxy.config;

/** Signatures of PaperMC/Velocity, api/src/main/java/com/velocitypowered/api/proxy/config/ProxyConfig.java, 69ee655d7490 (3.4). */
public interface ProxyConfig {
    int getShowMaxPlayers();
}
