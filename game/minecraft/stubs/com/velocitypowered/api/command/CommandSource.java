package com.velocitypowered.api.command;

import com.velocitypowered.api.permission.PermissionSubject;
import net.kyori.adventure.audience.Audience;

/** Signatures of PaperMC/Velocity, api/src/main/java/com/velocitypowered/api/command/CommandSource.java, 69ee655d7490 (3.4). Its own methods for texts are of 2024. */
public interface CommandSource extends Audience, PermissionSubject {}
