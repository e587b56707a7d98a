package standin;

import app.vitrine.base.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;

/** A file of the server that holds one object; written to a new file and moved, as the server does with a player's. */
final class Store {
    private final Path path;
    final Map<String, Object> values;

    Store(Path path) {
        this.path = path;
        try {
            values = Files.exists(path) ? Json.readObject(Files.readString(path)) : new LinkedHashMap<>();
        } catch (IOException problem) {
            throw new IllegalStateException(problem);
        }
    }

    synchronized void save() {
        try {
            Files.createDirectories(path.getParent());
            Path next = path.resolveSibling(path.getFileName() + ".new");
            Files.writeString(next, Json.write(values));
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException problem) {
            throw new IllegalStateException(problem);
        }
    }
}
