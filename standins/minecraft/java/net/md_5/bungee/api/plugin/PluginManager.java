package net.md_5.bungee.api.plugin;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import net.md_5.bungee.api.CommandSender;
import net.md_5.bungee.event.EventHandler;

/** Commands and listeners (PluginManager.java of SpigotMC/BungeeCord df0f3db3059d). */
public class PluginManager {
    private final Map<String, Command> commands = new TreeMap<>();
    private Listener listener;

    /** registerCommand: by its name in lower case. */
    public void registerCommand(Plugin plugin, Command command) {
        commands.put(command.name.toLowerCase(Locale.ROOT), command);
    }

    public void registerListener(Plugin plugin, Listener listener) {
        this.listener = listener;
    }

    /** callEvent: the listener's methods that take this event. */
    public void callEvent(Object event) throws ReflectiveOperationException {
        for (Method one : listener.getClass().getMethods()) {
            if (one.isAnnotationPresent(EventHandler.class) && one.getParameterTypes()[0].isInstance(event)) one.invoke(listener, event);
        }
    }

    /** isExecutableCommand: in lower case. */
    public boolean isExecutableCommand(String commandName, CommandSender sender) {
        return commands.containsKey(commandName.toLowerCase(Locale.ROOT));
    }

    /** dispatchCommand: split at single spaces; an error of the command is told to its sender, and the answer is true. */
    public boolean dispatchCommand(CommandSender sender, String commandLine) {
        String[] split = commandLine.split(" ", -1);
        Command command = commands.get(split[0].toLowerCase(Locale.ROOT));
        if (command == null) return false;
        try {
            command.execute(sender, Arrays.copyOfRange(split, 1, split.length));
        } catch (RuntimeException problem) {
            sender.sendMessage(new net.md_5.bungee.api.chat.TextComponent("An internal error occurred"));
        }
        return true;
    }

    /** getCommands: a view. */
    public Collection<Map.Entry<String, Command>> getCommands() {
        return Collections.unmodifiableCollection(commands.entrySet());
    }
}
