package app.vitrine.bungee;

import app.vitrine.base.Console;
import app.vitrine.proxy.ProxyPlugin;
import java.util.logging.Level;
import net.md_5.bungee.api.CommandSender;
import net.md_5.bungee.api.chat.TextComponent;
import net.md_5.bungee.api.event.ServerSwitchEvent;
import net.md_5.bungee.api.plugin.Command;
import net.md_5.bungee.api.plugin.Listener;
import net.md_5.bungee.api.plugin.Plugin;
import net.md_5.bungee.event.EventHandler;

/** The plugin as BungeeCord loads it, and proxies made from it (Waterfall). */
public final class BungeePlugin extends Plugin implements Listener {
    private ProxyPlugin plugin;

    @Override
    public void onEnable() {
        plugin = new ProxyPlugin(new Bungee(getProxy()), new Console(this::print), getDataFolder().toPath());
        getProxy().getPluginManager().registerListener(this, this);
        getProxy().getPluginManager().registerCommand(this, new Administration());
        plugin.begin();
    }

    @Override
    public void onDisable() {
        plugin.end();
    }

    /** The player's first server. */
    @EventHandler
    public void onConnect(ServerSwitchEvent event) {
        if (event.getFrom() == null) plugin.joined(event.getPlayer().getName(), event.getPlayer().getUniqueId());
    }

    private void print(Console.Kind kind, String text) {
        Level level = kind == Console.Kind.ERROR ? Level.SEVERE : kind == Console.Kind.WARN ? Level.WARNING : Level.INFO;
        getLogger().log(level, text);
    }

    /** {@code /vitrine}, for whoever keeps the proxy. */
    private final class Administration extends Command {
        Administration() {
            super("vitrine", "vitrine.admin");
        }

        @Override
        public void execute(CommandSender sender, String[] args) {
            for (String line : plugin.administer(args)) sender.sendMessage(new TextComponent(line));
        }
    }
}
