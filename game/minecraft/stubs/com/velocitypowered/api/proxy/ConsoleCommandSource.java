package com.velocitypowered.api.proxy;

import com.velocitypowered.api.command.CommandSource;

/** Signatures of PaperMC/Velocity, api/src/main/java/com/velocitypowered/api/proxy/ConsoleCommandSource.java, 69ee655d7490 (3.4). */
public interface ConsoleCommandSource extends CommandSource {}
