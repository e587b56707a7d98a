package app.vitrine.core;

import java.util.Map;

/** Ends a delivery from anywhere: the server refused, or the effect had not begun. It always means that nothing happened. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;
    public final String code;
    public final transient Map<String, Object> detail;

    public Refusal(String code) {
        this(code, Outcome.textOf(code), null);
    }

    /** @param message pt-BR, for owner and buyer */
    public Refusal(String code, String message) {
        this(code, message, null);
    }

    public Refusal(String code, String message, Map<String, Object> detail) {
        super(message, null, false, false);
        this.code = code;
        this.detail = detail;
    }

    public Outcome outcome() {
        return Outcome.of(code, getMessage(), detail);
    }
}
