package app.vitrine.bukkit;

import app.vitrine.core.Refusal;
import net.luckperms.api.LuckPerms;
import net.milkbowl.vault.economy.Economy;
import net.milkbowl.vault.permission.Permission;
import org.bukkit.Bukkit;

/** Other plugins that do part of the work. Asked each time, because they may come and go. */
final class Services {
    private final Threads threads;

    Services(Threads threads) {
        this.threads = threads;
    }

    private static boolean hasClass(String name) {
        try {
            Class.forName(name);
            return true;
        } catch (ClassNotFoundException | LinkageError problem) {
            return false;
        }
    }

    /** The groups of LuckPerms, or of what Vault knows; null without both. */
    Groups groups() {
        if (hasClass("net.luckperms.api.LuckPerms")) {
            LuckPerms api = Bukkit.getServicesManager().load(LuckPerms.class);
            if (api != null) return new LuckPermsGroups(api);
        }
        if (!hasClass("net.milkbowl.vault.permission.Permission")) return null;
        Permission permission = Bukkit.getServicesManager().load(Permission.class);
        return permission != null && permission.hasGroupSupport() ? new VaultGroups(permission, threads) : null;
    }

    Groups requireGroups() {
        Groups groups = groups();
        if (groups == null) throw new Refusal("framework_missing", "Nenhum plugin de grupos (LuckPerms, ou Vault com outro) está ativo");
        return groups;
    }

    /** The economy that Vault knows; null without one. */
    Economy economy() {
        if (!hasClass("net.milkbowl.vault.economy.Economy")) return null;
        Economy economy = Bukkit.getServicesManager().load(Economy.class);
        return economy != null && economy.isEnabled() ? economy : null;
    }

    Economy requireEconomy() {
        Economy economy = economy();
        if (economy == null) throw new Refusal("framework_missing", "Nenhum plugin de economia do Vault está ativo");
        return economy;
    }
}
