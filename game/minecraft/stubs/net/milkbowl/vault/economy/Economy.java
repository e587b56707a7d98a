package net.milkbowl.vault.economy;

import org.bukkit.OfflinePlayer;

/** Signatures of MilkBowl/VaultAPI, src/main/java/net/milkbowl/vault/economy/Economy.java, 8bad2c479f53 (1.7). */
public interface Economy {
    boolean isEnabled();

    double getBalance(OfflinePlayer player);

    EconomyResponse depositPlayer(OfflinePlayer player, double amount);

    EconomyResponse withdrawPlayer(OfflinePlayer player, double amount);
}
