package app.vitrine.proxy;

import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** A proxy as {@link ProxyGame} sees it. Every method may be called from any thread. */
public interface Proxy {
    /** A player who is on a server behind it. */
    record Who(String name, UUID id) {}

    /** {@code velocity} or {@code bungeecord}. */
    String framework();

    /** The proxy's version, in its own words. */
    String version();

    /** Without those who have only logged in: they have no server to be moved from, and a command would miss them. */
    List<Who> players();

    /** How many players the proxy says that it takes. */
    int places();

    Collection<String> commands();

    boolean hasCommand(String name);

    /** Whether {@code send} takes this word for everybody on the server of that name. */
    boolean sendsServer(String word);

    /**
     * Runs a line as the proxy's console does. Answers false if there is no such command, or another plugin refused it:
     * then nothing ran. It may take for ever.
     *
     * @throws Exception if nobody knows what ran
     */
    boolean run(String line) throws Exception;
}
