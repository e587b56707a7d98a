package com.velocitypowered.api.util;

/** ProxyVersion.java of PaperMC/Velocity 69ee655d7490. */
public final class ProxyVersion {
    public String getName() {
        return "Velocity";
    }

    public String getVersion() {
        return "3.4.0";
    }
}
