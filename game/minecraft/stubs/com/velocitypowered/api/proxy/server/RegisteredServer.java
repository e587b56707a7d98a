package com.velocitypowered.api.proxy.server;

/** Signatures of PaperMC/Velocity, api/src/main/java/com/velocitypowered/api/proxy/server/RegisteredServer.java, 69ee655d7490 (3.4). */
public interface RegisteredServer {}
