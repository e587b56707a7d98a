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
    /** Names of many players for commands of proxies (SendCommand of Velocity, CommandSend of BungeeCord), and valid names of one. */
    private static final Set<String> MANY = Set.of("all", "current");
    private final Proxy proxy;
    private final AllowedCommands allowed;
    private final CommandThreads threads = new CommandThreads();

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
        if (!delivery.action().equals("execute_command")) throw new Refusal("unsupported_action");
        if (delivery.onlyOnline() && !online().contains(delivery.player())) throw new Refusal("player_offline");
        String line = CommandLine.of(delivery.args().get("template"), delivery.args().get("argv"));
        String name = line.split(" ", 2)[0].toLowerCase(Locale.ROOT);
        allowed.require(name);
        if (!proxy.hasCommand(name)) throw notFound(name);
        CommandLine.values(delivery.args().get("template"), line).forEach((place, value) -> refuseMany(name, place, value));
        return new Plan(null, null, given -> {
            if (!threads.call(() -> proxy.run(line))) throw notFound(name);
            return Outcome.of("executed", "Comando executado", Map.of("command", name));
        });
    }

    /** Only the owner's own text may mean many players: a buyer may call themselves {@code all}, or type {@code +lobby} as an answer. */
    private void refuseMany(String name, int place, String value) {
        // Where to, the second argument of send, is a server.
        boolean server = name.equals("send") && place == 1 && (value.startsWith("+") || proxy.sendsServer(value));
        if (!server && !MANY.contains(value.toLowerCase(Locale.ROOT))) return;
        throw new Refusal("invalid_args", "Um valor faria o comando valer para muitos jogadores (all, current ou o nome de um servidor): nada foi executado");
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
