package net.luckperms.api.model.user;

import net.luckperms.api.model.PermissionHolder;

/** Signatures of LuckPerms/LuckPerms, api/src/main/java/net/luckperms/api/model/user/User.java, 9b4fe67791e8 (5.5). */
public interface User extends PermissionHolder {}
