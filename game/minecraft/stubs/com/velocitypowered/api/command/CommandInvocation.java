package com.velocitypowered.api.command;

/** Signatures of PaperMC/Velocity, api/src/main/java/com/velocitypowered/api/command/CommandInvocation.java, 69ee655d7490 (3.4). */
public interface CommandInvocation<T> {
    CommandSource source();

    T arguments();
}
