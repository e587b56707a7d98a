package standin.proxy;

import app.vitrine.base.Json;
import com.google.inject.Inject;
import com.velocitypowered.api.command.Command;
import com.velocitypowered.api.command.CommandManager;
import com.velocitypowered.api.command.CommandMeta;
import com.velocitypowered.api.command.CommandSource;
import com.velocitypowered.api.command.SimpleCommand;
import com.velocitypowered.api.event.Subscribe;
import com.velocitypowered.api.event.connection.PostLoginEvent;
import com.velocitypowered.api.event.player.ServerPostConnectEvent;
import com.velocitypowered.api.event.proxy.ProxyInitializeEvent;
import com.velocitypowered.api.event.proxy.ProxyShutdownEvent;
import com.velocitypowered.api.plugin.annotation.DataDirectory;
import com.velocitypowered.api.proxy.ConsoleCommandSource;
import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.ProxyServer;
import com.velocitypowered.api.proxy.config.ProxyConfig;
import com.velocitypowered.api.util.ProxyVersion;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import net.kyori.adventure.text.Component;
import org.slf4j.Logger;

/** Velocity as a plugin sees it (PaperMC/Velocity 69ee655d7490: JavaPluginLoader, VelocityPluginModule, VelocityCommandManager). */
final class VelocityStandin implements ProxyServer, CommandManager, Standin {
    private final Path folder;
    private final Logger logger;
    private final Map<String, Player> players = new ConcurrentHashMap<>();
    private final Map<String, SimpleCommand> commands = new ConcurrentHashMap<>();
    private final List<String> heard = new ArrayList<>();
    private final ConsoleCommandSource console = new ConsoleCommandSource() {
        @Override
        public void sendMessage(Component message) {
            heard.add(message.toString());
        }

        @Override
        public boolean hasPermission(String permission) {
            return true;
        }
    };
    private Object plugin;

    private record Connected(String getUsername, UUID getUniqueId, Optional<?> getCurrentServer) implements Player {
        @Override
        public void sendMessage(Component message) {}

        @Override
        public boolean hasPermission(String permission) {
            return false;
        }
    }

    private record Said(CommandSource source, String[] arguments) implements SimpleCommand.Invocation {}

    /** One of another plugin. */
    private record Foreign(String name, Path folder) implements SimpleCommand {
        @Override
        public void execute(Invocation invocation) {
            Standin.ran(folder, name + "|" + String.join("|", invocation.arguments()));
        }

        @Override
        public boolean hasPermission(Invocation invocation) {
            return true;
        }
    }

    VelocityStandin(Path folder, Logger logger) {
        this.folder = folder;
        this.logger = logger;
        for (String name : COMMANDS) commands.put(name, new Foreign(name, folder));
    }

    /** createPlugin: one constructor with {@code @Inject}, its arguments by their types; the folder is named by the id. */
    @Override
    public void enable(URLClassLoader jar) throws Exception {
        Map<String, Object> about = Json.readObject(new String(jar.findResource("velocity-plugin.json").openStream().readAllBytes(), StandardCharsets.UTF_8));
        Class<?> main = jar.loadClass(Json.text(about.get("main")));
        List<Constructor<?>> found = Arrays.stream(main.getConstructors()).filter(one -> one.isAnnotationPresent(Inject.class)).toList();
        if (found.size() != 1) throw new IllegalStateException("one constructor with @Inject, not " + found.size());
        List<Object> arguments = new ArrayList<>();
        for (Parameter one : found.get(0).getParameters()) arguments.add(argument(one, Json.text(about.get("id"))));
        plugin = found.get(0).newInstance(arguments.toArray());
        fire(new ProxyInitializeEvent());
    }

    private Object argument(Parameter one, String id) {
        if (one.getType() == ProxyServer.class) return this;
        if (one.getType() == Logger.class) return logger;
        if (one.getType() == Path.class && one.isAnnotationPresent(DataDirectory.class)) return folder.resolve("plugins").resolve(id);
        throw new IllegalStateException("nothing is bound to " + one.getType());
    }

    private void fire(Object event) throws ReflectiveOperationException {
        for (Method one : plugin.getClass().getMethods()) {
            if (one.isAnnotationPresent(Subscribe.class) && one.getParameterTypes()[0].isInstance(event)) one.invoke(plugin, event);
        }
    }

    @Override
    public void disable() throws Exception {
        fire(new ProxyShutdownEvent());
    }

    /** AuthSessionHandler: PostLoginEvent comes before the connection to a server. */
    @Override
    public String login(String name) throws Exception {
        Connected came = new Connected(name, UUID.nameUUIDFromBytes(("OfflinePlayer:" + name).getBytes(StandardCharsets.UTF_8)), Optional.empty());
        players.put(name, came);
        fire(new PostLoginEvent(came));
        return came.getUniqueId().toString();
    }

    /** TransitionSessionHandler: the player has a server, then the event. */
    @Override
    public void connect(String name) throws Exception {
        Player here = new Connected(name, players.get(name).getUniqueId(), Optional.of("lobby"));
        players.put(name, here);
        fire(new ServerPostConnectEvent(here, null));
    }

    @Override
    public void quit(String name) {
        players.remove(name);
    }

    @Override
    public List<String> administer(String words) {
        heard.clear();
        executeAsync(console, words).join();
        return List.copyOf(heard);
    }

    @Override
    public CommandMeta.Builder metaBuilder(String alias) {
        return new CommandMeta.Builder() {
            @Override
            public CommandMeta.Builder plugin(Object plugin) {
                return this;
            }

            @Override
            public CommandMeta build() {
                return new Named(alias);
            }
        };
    }

    private record Named(String alias) implements CommandMeta {}

    @Override
    public void register(CommandMeta meta, Command command) {
        commands.put(((Named) meta).alias().toLowerCase(Locale.ENGLISH), (SimpleCommand) command);
    }

    /** executeAsync: in another thread; false for an unknown command or one that a CommandExecuteEvent denied; an error of the command is the future's. */
    @Override
    public CompletableFuture<Boolean> executeAsync(CommandSource source, String cmdLine) {
        String[] words = cmdLine.split(" ");
        SimpleCommand command = commands.get(words[0].toLowerCase(Locale.ENGLISH));
        if (command == null || words[0].equals("refused")) return CompletableFuture.completedFuture(false);
        return CompletableFuture.supplyAsync(() -> {
            Said said = new Said(source, Arrays.copyOfRange(words, 1, words.length));
            if (!command.hasPermission(said)) return false;
            try {
                command.execute(said);
            } catch (Throwable problem) {
                throw new RuntimeException("Unable to invoke command " + cmdLine + " for " + source, problem);
            }
            return true;
        });
    }

    @Override
    public Collection<String> getAliases() {
        return List.copyOf(commands.keySet());
    }

    @Override
    public boolean hasCommand(String alias) {
        return commands.containsKey(alias.toLowerCase(Locale.ENGLISH));
    }

    @Override
    public Collection<Player> getAllPlayers() {
        return List.copyOf(players.values());
    }

    @Override
    public ConsoleCommandSource getConsoleCommandSource() {
        return console;
    }

    @Override
    public CommandManager getCommandManager() {
        return this;
    }

    /** show-max-players of velocity.toml, which may be any number. */
    @Override
    public ProxyConfig getConfiguration() {
        return () -> -1;
    }

    @Override
    public ProxyVersion getVersion() {
        return new ProxyVersion();
    }
}
