package net.luckperms.api.model.group;

import java.util.Set;

/** Signatures of LuckPerms/LuckPerms, api/src/main/java/net/luckperms/api/model/group/GroupManager.java, 9b4fe67791e8 (5.5). */
public interface GroupManager {
    Group getGroup(String name);

    Set<Group> getLoadedGroups();
}
