package com.velocitypowered.api.command;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;

/** Signatures of PaperMC/Velocity, api/src/main/java/com/velocitypowered/api/command/CommandManager.java, 69ee655d7490 (3.4). */
public interface CommandManager {
    CommandMeta.Builder metaBuilder(String alias);

    void register(CommandMeta meta, Command command);

    CompletableFuture<Boolean> executeAsync(CommandSource source, String cmdLine);

    Collection<String> getAliases();

    boolean hasCommand(String alias);
}
