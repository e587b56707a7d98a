package standin.proxy;

import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.logging.Logger;
import net.md_5.bungee.api.CommandSender;
import net.md_5.bungee.api.ProxyConfig;
import net.md_5.bungee.api.ProxyServer;
import net.md_5.bungee.api.chat.BaseComponent;
import net.md_5.bungee.api.config.ServerInfo;
import net.md_5.bungee.api.connection.ProxiedPlayer;
import net.md_5.bungee.api.connection.Server;
import net.md_5.bungee.api.event.PostLoginEvent;
import net.md_5.bungee.api.event.ServerSwitchEvent;
import net.md_5.bungee.api.plugin.Command;
import net.md_5.bungee.api.plugin.Plugin;
import net.md_5.bungee.api.plugin.PluginManager;

/** BungeeCord as a plugin sees it (SpigotMC/BungeeCord df0f3db3059d: BungeeCord.java, PluginManager.java). */
public final class BungeeStandin extends ProxyServer implements Standin {
    private static BungeeStandin current;
    private final Path folder;
    private final Logger logger;
    private final PluginManager plugins = new PluginManager();
    private final Map<String, ProxiedPlayer> players = new LinkedHashMap<>();
    private final List<String> heard = new ArrayList<>();
    private final CommandSender console = new CommandSender() {
        @Override
        public String getName() {
            return "CONSOLE";
        }

        @Override
        public void sendMessage(BaseComponent message) {
            heard.add(message.toString());
        }
    };
    private Plugin plugin;

    private record Connected(String getName, UUID getUniqueId, Server getServer) implements ProxiedPlayer {
        @Override
        public void sendMessage(BaseComponent message) {}
    }

    BungeeStandin(Path folder, Logger logger) {
        this.folder = folder;
        this.logger = logger;
        current = this;
        for (String name : COMMANDS) plugins.registerCommand(null, new Command(name, null) {
            @Override
            public void execute(CommandSender sender, String[] args) {
                Standin.ran(folder, (name + "|" + String.join("|", args)));
            }
        });
    }

    /** The one that makes the plugin. */
    public static BungeeStandin current() {
        return current;
    }

    public Logger logger() {
        return logger;
    }

    public Path folder() {
        return folder;
    }

    /** detectPlugins: bungee.yml comes before plugin.yml. */
    @Override
    public void enable(URLClassLoader jar) throws Exception {
        String yml = new String(jar.findResource("bungee.yml").openStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        String main = yml.lines().filter(line -> line.startsWith("main: ")).findFirst().orElseThrow().substring(6);
        plugin = (Plugin) jar.loadClass(main).getDeclaredConstructor().newInstance();
        plugin.onEnable();
    }

    @Override
    public void disable() {
        plugin.onDisable();
    }

    private void put(Connected player) {
        synchronized (players) {
            players.put(player.getName(), player);
        }
    }

    /** InitialHandler.finish2: PostLoginEvent comes before the connection to a server. */
    @Override
    public String login(String name) throws Exception {
        Connected came = new Connected(name, UUID.nameUUIDFromBytes(("OfflinePlayer:" + name).getBytes(java.nio.charset.StandardCharsets.UTF_8)), null);
        put(came);
        plugins.callEvent(new PostLoginEvent(came));
        return came.getUniqueId().toString();
    }

    /** ServerConnector: the player has a server, then the event. */
    @Override
    public void connect(String name) throws Exception {
        Connected here = new Connected(name, players.get(name).getUniqueId(), new Server() {});
        put(here);
        plugins.callEvent(new ServerSwitchEvent(here, null));
    }

    @Override
    public ServerInfo getServerInfo(String name) {
        return name.equalsIgnoreCase("lobby") ? new ServerInfo() {} : null;
    }

    @Override
    public void quit(String name) {
        synchronized (players) {
            players.remove(name);
        }
    }

    @Override
    public List<String> administer(String words) {
        heard.clear();
        plugins.dispatchCommand(console, words);
        return List.copyOf(heard);
    }

    @Override
    public String getName() {
        return "BungeeCord";
    }

    @Override
    public String getVersion() {
        return "git:BungeeCord-Bootstrap:26.1";
    }

    @Override
    public Collection<ProxiedPlayer> getPlayers() {
        synchronized (players) {
            return List.copyOf(players.values());
        }
    }

    @Override
    public PluginManager getPluginManager() {
        return plugins;
    }

    @Override
    public CommandSender getConsole() {
        return console;
    }

    /** -1 is "no limit" there. */
    @Override
    public ProxyConfig getConfig() {
        return () -> -1;
    }
}
