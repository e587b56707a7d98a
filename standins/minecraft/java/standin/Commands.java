package standin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import net.kyori.adventure.text.Component;
import org.bukkit.command.Command;
import org.bukkit.command.CommandMap;
import org.bukkit.command.CommandSender;
import org.bukkit.command.PluginIdentifiableCommand;

/**
 * The console (SimpleCommandMap.dispatch, line 138, PaperMC/Paper 6c8d413223ba): words at single spaces, the name in lower
 * case, {@code false} for an unknown one, an exception for a handler that failed. What ran is in a file, one line each.
 */
public final class Commands implements CommandMap {
    private final Map<String, Command> known = new TreeMap<>();
    private final Path log;

    /** One of the game itself. */
    private static final class Own extends Command {
        Own(String name) {
            super(name);
        }
    }

    /** One of another plugin. */
    private static final class Foreign extends Command implements PluginIdentifiableCommand {
        Foreign(String name) {
            super(name);
        }
    }

    /** PluginCommand of the plugin under test. */
    static final class Plugin extends Command implements PluginIdentifiableCommand {
        Plugin(String name) {
            super(name);
        }
    }

    Commands(Path folder) {
        log = folder.resolve("commands.log");
        for (String name : new String[] {"give", "say", "stop", "op", "minecraft:give", "execute"}) known.put(name, new Own(name));
        for (String name : new String[] {"eco", "broken", "consoleonly"}) known.put(name, new Foreign(name));
        for (String name : new String[] {"vip", "resgatar", "vitrine"}) known.put(name, new Plugin(name));
    }

    @Override
    public Command getCommand(String name) {
        return known.get(name.toLowerCase(Locale.ROOT));
    }

    public Map<String, Command> getKnownCommands() {
        return known;
    }

    /** CraftServer.createCommandSender, line 2157: no console, but with its rights; it hears what a command answers. */
    public CommandSender forwarding(Consumer<? super Component> feedback) {
        return line -> feedback.accept(new Component() {
            @Override
            public String toString() {
                return line;
            }
        });
    }

    /** CraftServer.dispatchCommand, line 916: only in the main thread. */
    public boolean dispatch(CommandSender sender, String line) {
        if (!org.bukkit.Bukkit.isPrimaryThread()) throw new IllegalStateException("Command Dispatched Async: " + line);
        String[] words = line.split(" ");
        Command command = getCommand(words[0]);
        if (command == null) return false;
        Kill.point("before");
        if (command.getName().equals("broken")) throw new IllegalStateException("Unhandled exception executing '" + line + "'");
        boolean console = sender == org.bukkit.Bukkit.getConsoleSender();
        if (command.getName().equals("consoleonly") && !console) return true;
        write((console ? "console" : "other") + " " + String.join("|", Arrays.asList(words)));
        sender.sendMessage("Done: " + command.getName());
        Kill.effect();
        Kill.point("after");
        return true;
    }

    private void write(String line) {
        try {
            Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException problem) {
            throw new IllegalStateException(problem);
        }
    }
}
