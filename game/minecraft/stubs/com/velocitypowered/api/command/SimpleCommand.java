package com.velocitypowered.api.command;

/** Signatures of PaperMC/Velocity, api/src/main/java/com/velocitypowered/api/command/SimpleCommand.java, 69ee655d7490 (3.4). */
public interface SimpleCommand extends InvocableCommand<SimpleCommand.Invocation> {
    /** Its arguments are the words after the command's name. */
    interface Invocation extends CommandInvocation<String[]> {}
}
