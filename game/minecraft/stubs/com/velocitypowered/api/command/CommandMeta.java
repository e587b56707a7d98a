package com.velocitypowered.api.command;

/** Signatures of PaperMC/Velocity, api/src/main/java/com/velocitypowered/api/command/CommandMeta.java, 69ee655d7490 (3.4). */
public interface CommandMeta {
    /** Makes one. */
    interface Builder {
        Builder plugin(Object plugin);

        CommandMeta build();
    }
}
