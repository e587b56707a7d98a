package standin.proxy;

import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A proxy with one plugin and five commands of others. */
interface Standin {
    /** {@code broken} fails, {@code refused} is stopped by another plugin where the proxy has a way to do it. */
    List<String> COMMANDS = List.of("send", "alert", "broken", "refused", "end");

    /** Makes the plugin out of its jar and enables it. */
    void enable(URLClassLoader jar) throws Exception;

    void disable() throws Exception;

    /** Answers the player's UUID. */
    String join(String name) throws Exception;

    void quit(String name);

    /** The answer that its console reads to {@code /vitrine}. */
    List<String> administer(String words);

    /** Writes down what a command did. */
    static void ran(Path folder, String line) {
        if (line.startsWith("broken")) throw new IllegalStateException("Unable to invoke command " + line);
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
