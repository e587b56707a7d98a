package app.vitrine.velocity;

import app.vitrine.proxy.Proxy;
import com.velocitypowered.api.proxy.ProxyServer;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Velocity's side of {@link Proxy}. */
final class Velocity implements Proxy {
    /** Longer than anybody waits for the answer. Then the thread is free again, even if none ever comes. */
    private static final long LIMIT_S = 20;
    private final ProxyServer server;

    Velocity(ProxyServer server) {
        this.server = server;
    }

    @Override
    public String framework() {
        return "velocity";
    }

    @Override
    public String version() {
        return server.getVersion().getName() + " " + server.getVersion().getVersion();
    }

    @Override
    public List<Who> players() {
        return server.getAllPlayers().stream().filter(one -> one.getCurrentServer().isPresent()).map(one -> new Who(one.getUsername(), one.getUniqueId())).toList();
    }

    @Override
    public int places() {
        return server.getConfiguration().getShowMaxPlayers();
    }

    @Override
    public Collection<String> commands() {
        return server.getCommandManager().getAliases();
    }

    @Override
    public boolean hasCommand(String name) {
        return server.getCommandManager().hasCommand(name);
    }

    @Override
    public boolean sendsServer(String word) {
        return false;
    }

    /** As Velocity's own console runs a line: other plugins may refuse or change it. */
    @Override
    public boolean run(String line) throws Exception {
        return server.getCommandManager().executeAsync(server.getConsoleCommandSource(), line).get(LIMIT_S, TimeUnit.SECONDS);
    }
}
