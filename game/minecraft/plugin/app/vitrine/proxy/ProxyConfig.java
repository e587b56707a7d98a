package app.vitrine.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The owner's settings on a proxy: a file that Java reads by itself, because Velocity gives plugins no reader.
 *
 * @param commands the only commands that the shop may run; empty for all but those that rule the proxy
 */
record ProxyConfig(String token, String url, List<String> commands, boolean log) {
    /** Its name, for texts and on the disk. */
    static final String FILE = "config.properties";

    /** Reads it. The first time it is written from the jar; never over the owner's. */
    static ProxyConfig read(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            Files.createDirectories(folder);
            try (InputStream own = resource(FILE)) {
                Files.copy(own, file);
            }
        }
        Properties values = new Properties();
        try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            values.load(in);
        }
        return new ProxyConfig(text(values, "chave"), text(values, "endereco").replaceAll("/+$", ""),
            Stream.of(text(values, "comandos").split(",")).map(String::strip).filter(one -> !one.isEmpty()).toList(),
            !text(values, "registrar-entregas").equals("false"));
    }

    /** The panel shows the same lines for all servers, so a value may stand between quotes as in YAML. */
    private static String text(Properties values, String name) {
        String value = values.getProperty(name, "").strip();
        boolean quoted = value.length() > 1 && (value.startsWith("'") && value.endsWith("'") || value.startsWith("\"") && value.endsWith("\""));
        return quoted ? value.substring(1, value.length() - 1).strip() : value;
    }

    /** The version of this plugin: it stands once, where Bukkit reads it. */
    static String version() throws IOException {
        try (Reader in = new InputStreamReader(resource("plugin.yml"), StandardCharsets.UTF_8)) {
            StringBuilder text = new StringBuilder();
            for (int one = in.read(); one >= 0; one = in.read()) text.append((char) one);
            Matcher found = Pattern.compile("(?m)^version: '(.*)'$").matcher(text);
            if (!found.find()) throw new IOException("plugin.yml has no version");
            return found.group(1);
        }
    }

    private static InputStream resource(String name) throws IOException {
        InputStream found = ProxyConfig.class.getResourceAsStream("/" + name);
        if (found == null) throw new IOException(name + " is not in the jar");
        return found;
    }
}
