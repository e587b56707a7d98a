package app.vitrine.core;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Which console commands the shop may run. A thief of the panel must not get the server, so some need the owner's word. */
public final class AllowedCommands {
    private final Set<String> denied;
    private final List<String> allowed;
    private final String file;

    /**
     * @param denied they rule the server itself, or run any other command in their arguments
     * @param allowed the only commands that may run; empty for all but the denied ones; {@code *} for all
     * @param file where the owner says so, for the text of a refusal
     */
    public AllowedCommands(Set<String> denied, List<String> allowed, String file) {
        this.denied = denied;
        this.allowed = allowed.stream().map(one -> one.toLowerCase(Locale.ROOT)).toList();
        this.file = file;
    }

    /** Whether a command may run. {@code plugin:name} counts as {@code name}. */
    public boolean has(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        String plain = lower.substring(lower.indexOf(':') + 1);
        if (allowed.contains("*")) return true;
        return allowed.isEmpty() ? !denied.contains(plain) : allowed.contains(lower) || allowed.contains(plain);
    }

    /** @throws Refusal {@code command_denied} */
    public void require(String name) {
        if (!has(name)) throw new Refusal("command_denied", "O comando " + name + " não é permitido em " + file + " (comandos)");
    }
}
