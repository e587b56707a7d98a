package app.vitrine.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The owner's settings on a proxy: a file that Java reads by itself, because Velocity gives plugins no reader.
 *
 * @param commands the only commands that the shop may run; empty for all but those that rule the proxy
 * @param unknown names in the file that are no settings
 */
record ProxyConfig(String token, String url, List<String> commands, boolean log, List<String> unknown) {
    /** Its name, for texts and on the disk. */
    static final String FILE = "config.properties";
    private static final Set<String> NAMES = Set.of("chave", "endereco", "comandos", "registrar-entregas");
    /** A line of a list of YAML. Java reads its dash as a name. */
    private static final Pattern DASH = Pattern.compile("(?m)^[ \\t]*-[ \\t]+(.+)$");

    /** Reads it. The first time it is written from the jar; never over the owner's. */
    static ProxyConfig read(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            Files.createDirectories(folder);
            try (InputStream own = resource(FILE)) {
                Files.copy(own, file);
            }
        }
        String text = textOf(Files.readAllBytes(file));
        Properties values = new Properties();
        values.load(new StringReader(text));
        List<String> unknown = values.stringPropertyNames().stream().filter(one -> !NAMES.contains(one) && !one.equals("-")).sorted().toList();
        return new ProxyConfig(plain(values.getProperty("chave", "")), plain(values.getProperty("endereco", "")).replaceAll("/+$", ""),
            commands(values.getProperty("comandos", ""), text), !plain(values.getProperty("registrar-entregas", "")).equals("false"), unknown);
    }

    /** Editors of Windows write a mark at the beginning, and sometimes another charset: then only the comments are spoilt. */
    private static String textOf(byte[] bytes) {
        boolean wide = bytes.length > 1 && (bytes[0] & 255) + (bytes[1] & 255) == 0xff + 0xfe;
        Charset charset = wide ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
        String text = new String(bytes, charset);
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /** Between commas. Also as YAML writes a list, because a list that is not seen would allow every command. */
    private static List<String> commands(String line, String text) {
        Stream<String> below = DASH.matcher(text).results().map(one -> one.group(1));
        return Stream.concat(Stream.of(line.replaceAll("[\\[\\]]", "").split(",")), below)
            .map(one -> one.replaceAll("['\"]", "").strip()).filter(one -> !one.isEmpty()).toList();
    }

    /** The panel shows the same lines for all servers, so a value may stand between quotes as in YAML. */
    private static String plain(String text) {
        String value = text.strip();
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
