package standin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bukkit.configuration.file.FileConfiguration;

/** The plain part of YAML that config.yml and plugin.yml use: keys with texts, and lists with dashes. */
public final class Config extends FileConfiguration {
    private final Map<String, Object> values = new LinkedHashMap<>();

    /** An absent file is an empty one, as with YamlConfiguration.loadConfiguration. */
    public static Config read(Path file) {
        try {
            return of(Files.exists(file) ? Files.readString(file) : "");
        } catch (IOException problem) {
            throw new IllegalStateException(problem);
        }
    }

    static Config of(String text) {
        Config config = new Config();
        List<String> list = null;
        for (String line : text.split("\n")) {
            if (line.isBlank() || line.startsWith("#")) continue;
            if (line.strip().startsWith("- ") && list != null) list.add(plain(line.strip().substring(2)));
            else if (!line.startsWith(" ") && line.contains(":")) {
                String value = plain(line.substring(line.indexOf(':') + 1));
                list = new ArrayList<>();
                config.values.put(line.substring(0, line.indexOf(':')), value.isEmpty() || value.equals("[]") ? list : value);
            }
        }
        return config;
    }

    private static String plain(String text) {
        String value = text.strip();
        return value.length() > 1 && (value.startsWith("'") || value.startsWith("\"")) ? value.substring(1, value.length() - 1) : value;
    }

    @Override
    public String getString(String path, String otherwise) {
        return values.get(path) instanceof String text ? text : otherwise;
    }

    @Override
    public boolean getBoolean(String path, boolean otherwise) {
        return values.get(path) instanceof String text ? text.equals("true") : otherwise;
    }

    @Override
    public List<String> getStringList(String path) {
        List<String> found = new ArrayList<>();
        if (values.get(path) instanceof List<?> list) list.forEach(one -> found.add(one.toString()));
        return found;
    }
}
