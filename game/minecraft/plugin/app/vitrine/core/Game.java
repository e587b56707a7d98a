package app.vitrine.core;

import java.util.List;
import java.util.Map;

/** The game as the core sees it. Every method may be called from any thread, and may wait for the game's own thread. */
public interface Game {
    /** {@code paper}, {@code spigot} or {@code folia}; a proxy is {@code velocity} or {@code bungeecord}. */
    String framework();

    /** The server's version, in its own words. */
    String version();

    /** Actions that this server can do now: while the player is there, and while not. */
    Map<String, boolean[]> actions();

    /** The names of this server by kind: {@code groups}, {@code items}, {@code commands}. */
    Map<String, NameList> lists();

    /** Players who are there, as {@code kind:value}; each player may have several. Must not wait. */
    List<String> online();

    /** Players who are there, and places. Must not wait. */
    int[] count();

    /**
     * All checks of a delivery, without an effect.
     *
     * @throws Refusal if it cannot run now or never
     */
    Plan prepare(Delivery delivery);

    /** What the game shows now of the value that a probe is about. */
    Reading read(Delivery delivery, Map<String, Object> probe);

    /** A text that changes when the player's room for items can have changed; null while the player is away. */
    String bag(Delivery delivery);

    /** Something came. The player may be told; nothing depends on it. */
    void delivered(Delivery delivery);

    /** A value of the game. {@code away}: nobody can tell until the player comes back. {@code value}: null if unknown. */
    record Reading(Double value, boolean away) {}
}
