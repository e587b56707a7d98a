package net.milkbowl.vault.economy;

/** Signatures of MilkBowl/VaultAPI, src/main/java/net/milkbowl/vault/economy/EconomyResponse.java, 8bad2c479f53 (1.7). */
public class EconomyResponse {
    public final String errorMessage;

    private EconomyResponse() { throw new UnsupportedOperationException(); }

    public boolean transactionSuccess() { throw new UnsupportedOperationException(); }
}
