package net.luckperms.api;

import net.luckperms.api.model.group.GroupManager;
import net.luckperms.api.model.user.UserManager;

/** Signatures of LuckPerms/LuckPerms, api/src/main/java/net/luckperms/api/LuckPerms.java, 9b4fe67791e8 (5.5). */
public interface LuckPerms {
    UserManager getUserManager();

    GroupManager getGroupManager();
}
