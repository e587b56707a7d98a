package com.velocitypowered.api.command;

/** Signatures of PaperMC/Velocity, api/src/main/java/com/velocitypowered/api/command/Command.java, 69ee655d7490 (3.4). There it is sealed. */
public interface Command {}
