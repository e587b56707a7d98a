package app.vitrine.bukkit;

import java.util.Collection;
import java.util.List;
import net.milkbowl.vault.permission.Permission;
import org.bukkit.OfflinePlayer;

/** Groups of any permission plugin that Vault knows. Only loaded where Vault is installed. */
final class VaultGroups implements Groups {
    private final Permission permission;
    private final Threads threads;

    VaultGroups(Permission permission, Threads threads) {
        this.permission = permission;
        this.threads = threads;
    }

    @Override
    public boolean exists(String group) {
        return names().contains(group);
    }

    /** The world null means all worlds. */
    @Override
    public boolean has(OfflinePlayer player, String group) {
        return threads.call(() -> permission.playerInGroup(null, player, group));
    }

    @Override
    public void add(OfflinePlayer player, String group) {
        threads.call(() -> permission.playerAddGroup(null, player, group));
    }

    @Override
    public void remove(OfflinePlayer player, String group) {
        threads.call(() -> permission.playerRemoveGroup(null, player, group));
    }

    @Override
    public Collection<String> names() {
        String[] names = threads.call(permission::getGroups);
        return names == null ? List.of() : List.of(names);
    }

    @Override
    public boolean complete() {
        return false;
    }
}
