package net.luckperms.api.model.group;

/** Signatures of LuckPerms/LuckPerms, api/src/main/java/net/luckperms/api/model/group/Group.java, 9b4fe67791e8 (5.5). */
public interface Group {
    String getName();
}
