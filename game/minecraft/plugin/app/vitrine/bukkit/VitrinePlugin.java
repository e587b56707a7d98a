package app.vitrine.bukkit;

import app.vitrine.base.Console;
import app.vitrine.core.Pending;
import app.vitrine.core.Settings;
import app.vitrine.core.Vitrine;
import java.io.IOException;
import java.util.List;
import java.util.logging.Level;
import org.bukkit.command.Command;
import org.bukkit.command.CommandSender;
import org.bukkit.entity.Player;
import org.bukkit.event.EventHandler;
import org.bukkit.event.EventPriority;
import org.bukkit.event.Listener;
import org.bukkit.event.player.PlayerJoinEvent;
import org.bukkit.plugin.java.JavaPlugin;

/** The plugin as the server loads it. */
public final class VitrinePlugin extends JavaPlugin implements Listener {
    private static final long AGAIN_MS = 5000;
    private final PlayerCommands players = new PlayerCommands();
    private Console console;
    private Threads threads;
    private People people;
    private volatile Vitrine vitrine;
    /** Rises with each start, so that an older attempt to start ends. */
    private volatile int starts;

    @Override
    public void onEnable() {
        console = new Console(this::print);
        saveDefaultConfig();
        getServer().getPluginManager().registerEvents(this, this);
        begin();
        // All plugins are there at the first tick.
        threads.global(() -> lookAgain());
    }

    private void lookAgain() {
        Vitrine running = vitrine;
        if (running != null) running.lookAgain(true);
    }

    private void print(Console.Kind kind, String text) {
        Level level = kind == Console.Kind.ERROR ? Level.SEVERE : kind == Console.Kind.WARN ? Level.WARNING : Level.INFO;
        getLogger().log(level, text);
    }

    private void begin() {
        reloadConfig();
        Options options = Options.read(getConfig());
        threads = Threads.of(this);
        people = new People();
        Settings settings = new Settings(options.token(), options.url(), getDescription().getVersion(), options.log());
        BukkitGame game = new BukkitGame(threads, people, options);
        int mine = ++starts;
        Thread starting = new Thread(() -> start(settings, game, mine), "Vitrine-inicio");
        starting.setDaemon(true);
        starting.start();
    }

    /** Without a journal nothing is delivered, so it tries until there is one. */
    private void start(Settings settings, BukkitGame game, int mine) {
        while (mine == starts) {
            try {
                Vitrine started = Vitrine.start(settings, game, console, getDataFolder().toPath());
                synchronized (this) {
                    if (mine == starts) {
                        vitrine = started;
                        return;
                    }
                }
                started.stop();
            } catch (IOException problem) {
                console.every("journal", 300, "O diário de entregas não pode ser usado: " + problem.getMessage() + ". Nada é entregue até isso se resolver.");
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(AGAIN_MS);
        } catch (InterruptedException problem) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void onDisable() {
        end();
    }

    private void end() {
        Vitrine running;
        synchronized (this) {
            starts += 1;
            running = vitrine;
            vitrine = null;
        }
        // What waits for this thread must not: it is the one that ends.
        threads.close();
        if (running != null) running.stop();
    }

    /** First of all listeners: what was interrupted is judged by what the player has before anything else happens. */
    @EventHandler(priority = EventPriority.LOWEST)
    public void onJoin(PlayerJoinEvent event) {
        people.remember(event.getPlayer());
        Vitrine running = vitrine;
        if (running != null) running.joined(People.keysOf(event.getPlayer()));
    }

    @Override
    public boolean onCommand(CommandSender sender, Command command, String label, String[] args) {
        Vitrine running = vitrine;
        if (command.getName().equals("vitrine")) {
            for (String line : administer(args.length == 0 ? "status" : args[0], running)) sender.sendMessage(line);
        } else if (sender instanceof Player player && running != null) {
            if (command.getName().equals("vip")) players.benefits(player, running);
            else players.redeem(player, running);
        } else {
            sender.sendMessage("Este comando é dos jogadores, com a Vitrine em funcionamento.");
        }
        return true;
    }

    private List<String> administer(String word, Vitrine running) {
        if (word.equals("recarregar")) {
            end();
            begin();
            return List.of("Lendo o config.yml de novo e consultando a Vitrine…");
        }
        if (running == null) return List.of("A Vitrine ainda não começou: veja o console.");
        switch (word) {
            case "status":
                return running.status();
            case "pendentes":
                List<String> lines = running.pending().list(null).stream().limit(50).map(VitrinePlugin::lineOf).toList();
                return lines.isEmpty() ? List.of("Nenhuma entrega pendente neste servidor") : lines;
            case "sincronizar":
                running.synchronize();
                return List.of("Lendo os nomes de novo e consultando a Vitrine…");
            default:
                return List.of("Uso: vitrine status | pendentes | sincronizar | recarregar");
        }
    }

    private static String lineOf(Pending.Entry one) {
        return "Pedido " + one.order() + " · " + one.player() + " · " + one.label() + ": " + one.state() + (one.message() == null ? "" : " (" + one.message() + ")");
    }
}
