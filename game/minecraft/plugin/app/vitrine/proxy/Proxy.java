package app.vitrine.proxy;

import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** A proxy as {@link ProxyGame} sees it. Every method may be called from any thread. */
public interface Proxy {
    /** A player who is connected to it. */
    record Who(String name, UUID id) {}

    /** {@code velocity} or {@code bungeecord}. */
    String framework();

    /** The proxy's version, in its own words. */
    String version();

    List<Who> players();

    /** How many players the proxy says that it takes. */
    int places();

    Collection<String> commands();

    boolean hasCommand(String name);

    /**
     * Runs a line as the proxy's console does. Answers false if there is no such command, or another plugin refused it:
     * then nothing ran.
     *
     * @throws Exception if nobody knows what ran
     */
    boolean run(String line) throws Exception;
}
