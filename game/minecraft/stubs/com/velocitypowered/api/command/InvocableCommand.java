package com.velocitypowered.api.command;

/** Signatures of PaperMC/Velocity, api/src/main/java/com/velocitypowered/api/command/InvocableCommand.java, 69ee655d7490 (3.4). There it is sealed. */
public interface InvocableCommand<I extends CommandInvocation<?>> extends Command {
    void execute(I invocation);

    boolean hasPermission(I invocation);
}
