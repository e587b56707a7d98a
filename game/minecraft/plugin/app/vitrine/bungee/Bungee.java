package app.vitrine.bungee;

import app.vitrine.proxy.Proxy;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import net.md_5.bungee.api.ProxyServer;

/** BungeeCord's side of {@link Proxy}. */
final class Bungee implements Proxy {
    private final ProxyServer server;

    Bungee(ProxyServer server) {
        this.server = server;
    }

    @Override
    public String framework() {
        return "bungeecord";
    }

    @Override
    public String version() {
        return server.getName() + " " + server.getVersion();
    }

    @Override
    public List<Who> players() {
        return server.getPlayers().stream().filter(one -> one.getServer() != null).map(one -> new Who(one.getName(), one.getUniqueId())).toList();
    }

    @Override
    public int places() {
        return server.getConfig().getPlayerLimit();
    }

    @Override
    public Collection<String> commands() {
        return server.getPluginManager().getCommands().stream().map(Map.Entry::getKey).toList();
    }

    @Override
    public boolean hasCommand(String name) {
        return server.getPluginManager().isExecutableCommand(name, server.getConsole());
    }

    @Override
    public boolean sendsServer(String word) {
        return server.getServerInfo(word) != null;
    }

    /** A command that fails says so in the proxy's own log, and BungeeCord answers as if it had run. */
    @Override
    public boolean run(String line) {
        return server.getPluginManager().dispatchCommand(server.getConsole(), line);
    }
}
