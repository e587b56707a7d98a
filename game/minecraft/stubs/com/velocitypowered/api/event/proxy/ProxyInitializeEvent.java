package com.velocitypowered.api.event.proxy;

/** Signatures of PaperMC/Velocity, api/src/main/java/com/velocitypowered/api/event/proxy/ProxyInitializeEvent.java, 69ee655d7490 (3.4). */
public final class ProxyInitializeEvent {}
