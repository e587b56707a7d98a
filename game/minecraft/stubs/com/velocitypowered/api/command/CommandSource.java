package com.velocitypowered.api.command;

import com.velocitypowered.api.permission.PermissionSubject;

/** Signatures of PaperMC/Velocity, api/src/main/java/com/velocitypowered/api/command/CommandSource.java, 69ee655d7490 (3.4). */
public interface CommandSource extends PermissionSubject {
    void sendPlainMessage(String message);
}
