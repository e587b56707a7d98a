package net.milkbowl.vault.economy;

/** The answer of an economy. */
public class EconomyResponse {
    public final String errorMessage;
    private final ResponseType type;

    public EconomyResponse(double amount, double balance, ResponseType type, String errorMessage) {
        this.type = type;
        this.errorMessage = errorMessage;
    }

    public boolean transactionSuccess() {
        return type == ResponseType.SUCCESS;
    }

    /** Whether it was done. */
    public enum ResponseType {
        SUCCESS, FAILURE
    }
}
