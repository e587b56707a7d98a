package com.velocitypowered.api.proxy;

import com.velocitypowered.api.command.CommandSource;
import java.util.Optional;
import java.util.UUID;

/** Signatures of PaperMC/Velocity, api/src/main/java/com/velocitypowered/api/proxy/Player.java, 69ee655d7490 (3.4). There the server has a type of its own. */
public interface Player extends CommandSource {
    String getUsername();

    UUID getUniqueId();

    Optional<?> getCurrentServer();
}
