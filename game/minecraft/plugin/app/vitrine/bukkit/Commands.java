package app.vitrine.bukkit;

import app.vitrine.core.AllowedCommands;
import app.vitrine.core.CommandLine;
import app.vitrine.core.Delivery;
import app.vitrine.core.NameList;
import app.vitrine.core.Outcome;
import app.vitrine.core.Plan;
import app.vitrine.core.Refusal;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.bukkit.Bukkit;
import org.bukkit.command.CommandMap;
import org.bukkit.command.PluginIdentifiableCommand;

/** Console commands. */
final class Commands {
    /** They rule the server itself, or run any other command in their arguments. */
    private static final Set<String> DENIED = Set.of("stop", "restart", "reload", "rl", "op", "deop", "save-off", "plugins",
        "pl", "timings", "debug", "jfr", "perf", "execute", "function", "schedule", "datapack", "return", "sudo", "esudo", "vitrine", "publish",
        "transfer", "ban-ip", "lpb", "luckpermsbungee");
    private final Threads threads;
    private final AllowedCommands allowed;

    /** @param allowed the only commands that may run; empty for all but those that rule the server; {@code *} for all */
    Commands(Threads threads, List<String> allowed) {
        this.threads = threads;
        this.allowed = new AllowedCommands(DENIED, allowed, Options.FILE);
    }

    /** All servers of this family have a command map; only Paper says so in its API. Null if this one has none. */
    private static CommandMap map() {
        try {
            return (CommandMap) Bukkit.getServer().getClass().getMethod("getCommandMap").invoke(Bukkit.getServer());
        } catch (ReflectiveOperationException | RuntimeException problem) {
            return null;
        }
    }

    Plan plan(Delivery delivery) {
        String line = CommandLine.of(delivery.args().get("template"), delivery.args().get("argv"));
        String name = line.split(" ", 2)[0].toLowerCase(Locale.ROOT);
        allowed.require(name);
        if (Boolean.FALSE.equals(threads.call(() -> exists(name)))) throw notFound(name);
        return new Plan(null, null, given -> threads.call(() -> {
            StringBuilder output = new StringBuilder();
            boolean found = Bukkit.dispatchCommand(isOfGame(name) && PaperOutput.AVAILABLE ? PaperOutput.into(output) : Bukkit.getConsoleSender(), line);
            if (!found) throw notFound(name);
            Map<String, Object> detail = new LinkedHashMap<>();
            detail.put("command", name);
            if (output.length() > 0) detail.put("output", output.toString());
            return Outcome.of("executed", output.length() > 0 ? "Comando executado: " + output : "Comando executado", detail);
        }));
    }

    private static Refusal notFound(String name) {
        return new Refusal("command_not_found", "O comando " + name + " não existe no servidor");
    }

    /** Null if nobody can tell. */
    private static Boolean exists(String name) {
        CommandMap map = map();
        return map == null ? null : map.getCommand(name) != null;
    }

    /** Commands of plugins may ask for the console itself, so only the game's own answer to another sender. */
    private static boolean isOfGame(String name) {
        CommandMap map = map();
        return map != null && map.getCommand(name) != null && !(map.getCommand(name) instanceof PluginIdentifiableCommand);
    }

    /** The commands of this server. Plugins may answer others, so the list is open. Null if nobody can tell. */
    NameList names() {
        List<String> known = threads.call(() -> new ArrayList<>(knownNames(map())));
        if (known.isEmpty()) return null;
        return NameList.of(false, known.stream().filter(name -> !name.contains(":"))
            .map(name -> new NameList.Entry(name, allowed.has(name))).toList());
    }

    private static Set<String> knownNames(CommandMap map) {
        if (map == null) return Set.of();
        try {
            // Paper has a method for it, Spigot only the field.
            return namesOf(map.getClass().getMethod("getKnownCommands").invoke(map));
        } catch (ReflectiveOperationException | RuntimeException problem) {
            return knownByField(map);
        }
    }

    private static Set<String> knownByField(CommandMap map) {
        for (Class<?> one = map.getClass(); one != null; one = one.getSuperclass()) {
            try {
                Field field = one.getDeclaredField("knownCommands");
                field.setAccessible(true);
                return namesOf(field.get(map));
            } catch (ReflectiveOperationException | RuntimeException problem) {
                // Perhaps the class above has it.
            }
        }
        return Set.of();
    }

    private static Set<String> namesOf(Object known) {
        Map<String, Object> names = new HashMap<>();
        if (known instanceof Map<?, ?> map) map.keySet().forEach(one -> names.put(one.toString(), one));
        return names.keySet();
    }
}
