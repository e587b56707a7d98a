package com.velocitypowered.api.util;

/** Signatures of PaperMC/Velocity, api/src/main/java/com/velocitypowered/api/util/ProxyVersion.java, 69ee655d7490 (3.4). */
public final class ProxyVersion {
    public String getName() { throw new UnsupportedOperationException(); }

    public String getVersion() { throw new UnsupportedOperationException(); }
}
