package standin.proxy;

import app.vitrine.base.Json;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import standin.Main;

/** Driven as {@link Main} is. Arguments: folder, jar, {@code velocity} or {@code bungeecord}. */
public final class ProxyMain {
    private ProxyMain() {}

    /** The plugin's own classes come from the jar, and nothing is there of Bukkit and of the other proxy. */
    private static final class JarLoader extends URLClassLoader {
        private static final List<String> VELOCITY = List.of("com.velocitypowered.", "com.google.inject.", "net.kyori.", "org.slf4j.");
        private static final List<String> BUNGEECORD = List.of("net.md_5.");
        private final List<String> absent;

        JarLoader(URL jar, String flavour) {
            super(new URL[] {jar}, ProxyMain.class.getClassLoader());
            absent = flavour.equals("velocity") ? BUNGEECORD : VELOCITY;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("org.bukkit.") || absent.stream().anyMatch(name::startsWith)) throw new ClassNotFoundException(name);
            if (!name.startsWith("app.vitrine.")) return super.loadClass(name, resolve);
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : findClass(name);
            }
        }
    }

    private static Logger slf4j() {
        return new Logger() {
            @Override
            public void info(String text) {
                Main.print(Map.of("log", "INFO " + text));
            }

            @Override
            public void warn(String text) {
                Main.print(Map.of("log", "WARNING " + text));
            }

            @Override
            public void error(String text) {
                Main.print(Map.of("log", "SEVERE " + text));
            }
        };
    }

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        Standin server = args[2].equals("velocity") ? new VelocityStandin(folder, slf4j()) : new BungeeStandin(folder, Main.logger());
        server.enable(new JarLoader(Path.of(args[1]).toUri().toURL(), args[2]));
        Main.print(Map.of("ready", true));
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) answer(server, Json.readObject(line));
        }
        Runtime.getRuntime().halt(0);
    }

    private static void answer(Standin server, Map<String, Object> request) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("id", request.get("id"));
        try {
            answer.put("value", run(server, Json.text(request.get("op")), request));
        } catch (Exception problem) {
            answer.put("error", problem.toString());
        }
        Main.print(answer);
    }

    private static Object run(Standin server, String op, Map<String, Object> request) throws Exception {
        String name = Json.text(request.get("name"));
        switch (op) {
            case "login":
                return server.login(name);
            case "join":
                String id = server.login(name);
                server.connect(name);
                return id;
            case "quit":
                server.quit(name);
                return null;
            case "command":
                return server.administer(Json.text(request.get("line")));
            case "die":
                standin.Kill.arm(Json.text(request.get("at")));
                return null;
            case "stop":
                server.disable();
                Runtime.getRuntime().halt(0);
                return null;
            default:
                throw new IllegalArgumentException(op);
        }
    }
}
