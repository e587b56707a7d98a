package standin;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Logger;
import org.bukkit.Bukkit;
import org.bukkit.Server;
import org.bukkit.command.ConsoleCommandSender;
import org.bukkit.event.EventHandler;
import org.bukkit.event.Listener;
import org.bukkit.event.player.PlayerJoinEvent;
import org.bukkit.plugin.Plugin;
import org.bukkit.plugin.PluginManager;
import org.bukkit.plugin.ServicesManager;
import org.bukkit.plugin.java.JavaPlugin;

/** A server with one plugin. Its folder is all that a crash leaves. */
public final class StandinServer implements Server, PluginManager {
    public final Path folder;
    public final String flavour;
    public final boolean onlineMode;
    public final Clock clock;
    public final Logger logger;
    public final People people;
    public final Commands commands;
    public final Services services = new Services();
    public final ConsoleCommandSender console = message -> {};
    public Config pluginYml;
    final VaultData.Purse purse;
    final VaultData.Ranks ranks;
    private Listener listener;
    private JavaPlugin plugin;

    /** ServicesManager.load: the provider with the highest priority, or null. */
    static final class Services implements ServicesManager {
        private final Map<Class<?>, Object> providers = new HashMap<>();

        @Override
        public <T> T load(Class<T> service) {
            return service.cast(providers.get(service));
        }
    }

    StandinServer(Path folder, String flavour, boolean onlineMode, List<String> plugins, String economy, Logger logger) {
        this.folder = folder;
        this.flavour = flavour;
        this.onlineMode = onlineMode;
        this.logger = logger;
        clock = new Clock(5);
        Bukkit.server = this;
        people = new People(this);
        commands = new Commands(folder);
        purse = new VaultData.Purse(new Store(folder.resolve("economy.json")), economy);
        ranks = new VaultData.Ranks(new Store(folder.resolve("ranks.json")));
        if (plugins.contains("Vault")) {
            services.providers.put(net.milkbowl.vault.economy.Economy.class, purse);
            services.providers.put(net.milkbowl.vault.permission.Permission.class, ranks);
        }
        if (plugins.contains("LuckPerms")) {
            services.providers.put(net.luckperms.api.LuckPerms.class, new LuckPermsData(new Store(folder.resolve("luckperms.json"))));
        }
    }

    /** Loads the jar and enables its plugin, in the main thread. */
    void enable(Path jar, List<String> plugins) throws ReflectiveOperationException, IOException {
        PluginLoader loader = new PluginLoader(jar.toUri().toURL(), getClass().getClassLoader(), flavour, plugins);
        try (InputStream yml = loader.findResource("plugin.yml").openStream()) {
            pluginYml = Config.of(new String(yml.readAllBytes(), StandardCharsets.UTF_8));
        }
        plugin = (JavaPlugin) loader.loadClass(pluginYml.getString("main", "")).getDeclaredConstructor().newInstance();
        plugin.onEnable();
    }

    void disable() {
        // CraftServer.disablePlugins runs in the main thread, and takes no work of the plugin any more.
        clock.enabled = false;
        plugin.onDisable();
    }

    boolean command(org.bukkit.command.CommandSender sender, String line) {
        String[] words = line.split(" ");
        return plugin.onCommand(sender, new Commands.Plugin(words[0]), words[0], java.util.Arrays.copyOfRange(words, 1, words.length));
    }

    public Commands getCommandMap() {
        return commands;
    }

    @Override
    public PluginManager getPluginManager() {
        return this;
    }

    @Override
    public void registerEvents(Listener listener, Plugin plugin) {
        this.listener = listener;
    }

    /** SimplePluginManager.callEvent: the methods of the listener that take this event. */
    void call(PlayerJoinEvent event) throws ReflectiveOperationException {
        for (java.lang.reflect.Method one : listener.getClass().getMethods()) {
            boolean takes = one.isAnnotationPresent(EventHandler.class) && one.getParameterTypes()[0].isInstance(event);
            if (takes) one.invoke(listener, event);
        }
    }
}
