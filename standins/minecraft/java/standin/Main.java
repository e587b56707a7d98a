package standin;

import app.vitrine.base.Json;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.bukkit.Material;
import org.bukkit.OfflinePlayer;
import org.bukkit.command.CommandSender;
import org.bukkit.event.player.PlayerJoinEvent;
import org.bukkit.inventory.ItemStack;

/**
 * Driven by lines of JSON: {@code {"id":1,"op":"join","name":"Steve"}} is answered by {@code {"id":1,"value":…}}. What the
 * plugin logs comes as {@code {"log":"…"}}. Arguments: folder, jar, flavour, online or offline, plugins, the economy's way (now, late or slow).
 */
public final class Main {
    private static StandinServer server;
    /** UTF-8 whatever the machine's language is; what the plugin writes and reads keeps to its own charset. */
    private static final PrintStream OUT = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

    private Main() {}

    public static void print(Map<String, Object> line) {
        synchronized (OUT) {
            OUT.println(Json.write(line));
        }
    }

    public static Logger logger() {
        Logger logger = Logger.getAnonymousLogger();
        logger.setUseParentHandlers(false);
        logger.setLevel(Level.ALL);
        logger.addHandler(new Handler() {
            @Override
            public void publish(LogRecord line) {
                print(Map.of("log", line.getLevel() + " " + line.getMessage()));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
        return logger;
    }

    public static void main(String[] args) throws Exception {
        List<String> plugins = List.of(args[4].split(","));
        server = new StandinServer(Path.of(args[0]), args[2], args[3].equals("online"), plugins, args[5], logger());
        for (String name : args.length > 6 ? args[6].split(",") : new String[0]) server.people.mojang.put(name.toLowerCase(java.util.Locale.ROOT), name);
        Thread reader = new Thread(Main::listen, "reader");
        reader.setDaemon(true);
        server.clock.post(() -> {
            try {
                server.enable(Path.of(args[1]), plugins);
                print(Map.of("ready", true));
            } catch (Exception problem) {
                problem.printStackTrace();
                System.exit(1);
            }
            reader.start();
        });
        server.clock.run();
    }

    private static void listen() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Map<String, Object> request = Json.readObject(line);
                server.clock.post(() -> answer(request));
            }
        } catch (java.io.IOException problem) {
            // Then whoever drives this is gone.
        }
        Runtime.getRuntime().halt(0);
    }

    private static void answer(Map<String, Object> request) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("id", request.get("id"));
        try {
            answer.put("value", run(Json.text(request.get("op")), request));
        } catch (Exception problem) {
            answer.put("error", problem.toString());
        }
        print(answer);
    }

    private static OfflinePlayer known(Map<String, Object> request) {
        String name = Json.text(request.get("name"));
        Person here = server.people.find(name);
        if (here != null) return here;
        for (OfflinePlayer one : server.people.played()) if (name.equals(one.getName())) return one;
        throw new IllegalArgumentException("nobody is called " + name);
    }

    private static Object run(String op, Map<String, Object> request) throws Exception {
        String name = Json.text(request.get("name"));
        Person person = name == null ? null : server.people.find(name);
        switch (op) {
            case "join":
                Person came = server.people.join(name);
                server.call(new PlayerJoinEvent(came));
                return came.getUniqueId().toString();
            case "quit":
                server.people.quit(person);
                return null;
            case "slot":
                String item = Json.text(request.get("item"));
                person.set(Json.whole(request.get("place")).intValue(), item == null ? null
                    : new ItemStack(Material.matchMaterial(item), Json.whole(request.get("amount")).intValue(), Boolean.TRUE.equals(request.get("named"))));
                return null;
            case "fill":
                for (int place = 0; place < 36; place += 1) person.set(place, new ItemStack(Material.DIRT, 64));
                return null;
            case "money":
                server.purse.set(known(request), Json.decimal(request.get("balance")));
                return null;
            case "ban":
                server.people.bans().ban(name);
                return null;
            case "state":
                return state(known(request));
            case "command":
                CommandSender sender = person == null ? server.console : person;
                return server.command(sender, Json.text(request.get("line")));
            case "freeze":
                Thread.sleep(Json.whole(request.get("ms")));
                return null;
            case "die":
                Kill.arm(Json.text(request.get("at")));
                return null;
            case "stop":
                server.disable();
                server.clock.post(() -> Runtime.getRuntime().halt(0));
                return null;
            default:
                throw new IllegalArgumentException(op);
        }
    }

    private static Map<String, Object> state(OfflinePlayer player) {
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("balance", server.purse.of(player));
        state.put("whitelisted", player.isWhitelisted());
        state.put("banned", player.isBanned());
        if (player instanceof Person person) {
            state.put("items", person.held());
            synchronized (person.heard) {
                state.put("heard", List.copyOf(person.heard));
            }
        }
        state.put("groups", Json.list(new Store(server.folder.resolve("luckperms.json")).values.get(player.getUniqueId().toString())));
        state.put("ranks", Json.list(new Store(server.folder.resolve("ranks.json")).values.get(player.getUniqueId().toString())));
        return state;
    }
}
