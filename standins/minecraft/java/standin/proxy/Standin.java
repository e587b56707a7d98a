package standin.proxy;

import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A proxy with one plugin and six commands of others. */
interface Standin {
    /** {@code broken} fails, {@code hang} never ends, {@code refused} is stopped by another plugin where the proxy has a way to do it. */
    List<String> COMMANDS = List.of("send", "alert", "broken", "hang", "refused", "end");

    /** Makes the plugin out of its jar and enables it. */
    void enable(URLClassLoader jar) throws Exception;

    void disable() throws Exception;

    /** A player logs in, and has no server yet. Answers their UUID. */
    String login(String name) throws Exception;

    /** The player reaches the first server. */
    void connect(String name) throws Exception;

    void quit(String name);

    /** The answer that its console reads to {@code /vitrine}. */
    List<String> administer(String words);

    /** Writes down what a command did. */
    static void ran(Path folder, String line) {
        if (line.startsWith("broken")) throw new IllegalStateException("no reward is set");
        while (line.startsWith("hang")) java.util.concurrent.locks.LockSupport.park();
        standin.Kill.point("before");
        try {
            Files.writeString(folder.resolve("commands.log"), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException problem) {
            throw new IllegalStateException(problem);
        }
        standin.Kill.effect();
        standin.Kill.point("after");
    }
}
