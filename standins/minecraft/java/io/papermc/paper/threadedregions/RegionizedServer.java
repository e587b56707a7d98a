package io.papermc.paper.threadedregions;

/** Tells a Folia from a Paper. */
public final class RegionizedServer {
    private RegionizedServer() {}
}
