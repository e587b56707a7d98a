package com.velocitypowered.api.permission;

/** Signatures of PaperMC/Velocity, api/src/main/java/com/velocitypowered/api/permission/PermissionSubject.java, 69ee655d7490 (3.4). */
public interface PermissionSubject {
    boolean hasPermission(String permission);
}
