package app.vitrine.proxy;

import app.vitrine.core.AllowedCommands;
import app.vitrine.core.CommandLine;
import app.vitrine.core.Delivery;
import app.vitrine.core.Game;
import app.vitrine.core.NameList;
import app.vitrine.core.Outcome;
import app.vitrine.core.Plan;
import app.vitrine.core.PlayerKeys;
import app.vitrine.core.Refusal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A proxy as the core sees it. It has no items, no money and no world: only its console and who is connected. */
final class ProxyGame implements Game {
    /** They rule the proxy itself, or run any other command in their arguments. */
    private static final Set<String> DENIED = Set.of("end", "stop", "shutdown", "velocity", "bungee", "greload", "sudo", "vitrine");
    private final Proxy proxy;
    private final AllowedCommands allowed;

    ProxyGame(Proxy proxy, List<String> commands) {
        this.proxy = proxy;
        allowed = new AllowedCommands(DENIED, commands, ProxyConfig.FILE);
    }

    @Override
    public String framework() {
        return proxy.framework();
    }

    @Override
    public String version() {
        return proxy.version();
    }

    @Override
    public Map<String, boolean[]> actions() {
        return Map.of("execute_command", new boolean[] {true, true});
    }

    /** A plugin may answer a name that is not registered, so the list is open. */
    @Override
    public Map<String, NameList> lists() {
        return Map.of("commands", NameList.of(false, proxy.commands().stream()
            .map(name -> new NameList.Entry(name, allowed.has(name))).toList()));
    }

    @Override
    public List<String> online() {
        return proxy.players().stream().flatMap(one -> PlayerKeys.of(one.name(), one.id()).stream()).toList();
    }

    @Override
    public int[] count() {
        return new int[] {proxy.players().size(), proxy.places()};
    }

    @Override
    public Plan prepare(Delivery delivery) {
        if (delivery.onlyOnline() && !online().contains(delivery.player())) throw new Refusal("player_offline");
        if (!delivery.action().equals("execute_command")) throw new Refusal("unsupported_action");
        String line = CommandLine.of(delivery.args().get("template"), delivery.args().get("argv"));
        String name = line.split(" ", 2)[0].toLowerCase(Locale.ROOT);
        allowed.require(name);
        if (!proxy.hasCommand(name)) throw notFound(name);
        return new Plan(null, null, given -> {
            if (!proxy.run(line)) throw notFound(name);
            return Outcome.of("executed", "Comando executado", Map.of("command", name));
        });
    }

    private static Refusal notFound(String name) {
        return new Refusal("command_not_found", "O comando " + name + " não existe no proxy, ou outro plugin o recusou");
    }

    /** A command has no value that the game shows. */
    @Override
    public Reading read(Delivery delivery, Map<String, Object> probe) {
        return new Reading(null, false);
    }

    @Override
    public String bag(Delivery delivery) {
        return null;
    }

    /** A proxy shows players nothing by itself: the owner's command does. */
    @Override
    public void delivered(Delivery delivery) {}
}
