package app.vitrine.core;

import java.util.Map;

/**
 * A delivery that may run.
 *
 * @param decided an outcome that needs no effect; null for all others
 * @param probe what the journal must know to decide after an interruption: {@code kind}, {@code before} and {@code after}
 *     of the value, {@code place} and {@code prior} of a group
 * @param effect what happens, and what the game shows afterwards
 */
public record Plan(Outcome decided, Map<String, Object> probe, Effect effect) {
    /**
     * Runs once. {@code given} is called in the same turn of the game's thread as the effect. A {@link Refusal} before it says
     * that nothing happened, one after it that a look at the effect was refused. {@link Changed} says that the probe was out
     * of date and nothing happened. After any other exception nobody knows.
     */
    @FunctionalInterface
    public interface Effect {
        Outcome run(Runnable given) throws Exception;
    }

    public static Plan decided(Outcome outcome) {
        return new Plan(outcome, null, null);
    }
}
