package app.vitrine.velocity;

import app.vitrine.base.Console;
import app.vitrine.proxy.ProxyPlugin;
import com.google.inject.Inject;
import com.velocitypowered.api.command.CommandManager;
import com.velocitypowered.api.command.SimpleCommand;
import com.velocitypowered.api.event.Subscribe;
import com.velocitypowered.api.event.player.ServerPostConnectEvent;
import com.velocitypowered.api.event.proxy.ProxyInitializeEvent;
import com.velocitypowered.api.event.proxy.ProxyShutdownEvent;
import com.velocitypowered.api.plugin.annotation.DataDirectory;
import com.velocitypowered.api.proxy.ProxyServer;
import java.nio.file.Path;
import net.kyori.adventure.text.Component;
import org.slf4j.Logger;

/** The plugin as Velocity loads it. */
public final class VelocityPlugin {
    private final ProxyServer server;
    private final Logger logger;
    private final ProxyPlugin plugin;

    @Inject
    public VelocityPlugin(ProxyServer server, Logger logger, @DataDirectory Path folder) {
        this.server = server;
        this.logger = logger;
        plugin = new ProxyPlugin(new Velocity(server), new Console(this::print), folder);
    }

    private void print(Console.Kind kind, String text) {
        if (kind == Console.Kind.ERROR) logger.error(text);
        else if (kind == Console.Kind.WARN) logger.warn(text);
        else logger.info(text);
    }

    @Subscribe
    public void onInitialize(ProxyInitializeEvent event) {
        CommandManager commands = server.getCommandManager();
        commands.register(commands.metaBuilder("vitrine").plugin(this).build(), new Administration());
        plugin.begin();
    }

    @Subscribe
    public void onShutdown(ProxyShutdownEvent event) {
        plugin.end();
    }

    /** The player's first server. */
    @Subscribe
    public void onConnect(ServerPostConnectEvent event) {
        if (event.getPreviousServer() == null) plugin.joined(event.getPlayer().getUsername(), event.getPlayer().getUniqueId());
    }

    /** {@code /vitrine}, for whoever keeps the proxy. */
    private final class Administration implements SimpleCommand {
        @Override
        public void execute(Invocation invocation) {
            for (String line : plugin.administer(invocation.arguments())) invocation.source().sendMessage(Component.text(line));
        }

        @Override
        public boolean hasPermission(Invocation invocation) {
            return invocation.source().hasPermission("vitrine.admin");
        }
    }
}
