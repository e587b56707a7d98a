package net.luckperms.api.model;

import net.luckperms.api.model.data.NodeMap;

/** Signatures of LuckPerms/LuckPerms, api/src/main/java/net/luckperms/api/model/PermissionHolder.java, 9b4fe67791e8 (5.5). */
public interface PermissionHolder {
    NodeMap data();
}
