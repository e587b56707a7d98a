package net.milkbowl.vault.permission;

import org.bukkit.OfflinePlayer;

/** Signatures of MilkBowl/VaultAPI, src/main/java/net/milkbowl/vault/permission/Permission.java, 8bad2c479f53 (1.7). */
public abstract class Permission {
    public boolean playerInGroup(String world, OfflinePlayer player, String group) { throw new UnsupportedOperationException(); }

    public boolean playerAddGroup(String world, OfflinePlayer player, String group) { throw new UnsupportedOperationException(); }

    public boolean playerRemoveGroup(String world, OfflinePlayer player, String group) { throw new UnsupportedOperationException(); }

    public abstract String[] getGroups();

    public abstract boolean hasGroupSupport();
}
