package app.vitrine.bukkit;

import app.vitrine.base.Console;
import app.vitrine.core.AdminCommand;
import app.vitrine.core.Life;
import app.vitrine.core.Settings;
import app.vitrine.core.Vitrine;
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
    private final PlayerCommands players = new PlayerCommands();
    private Threads threads;
    private People people;
    private Life life;

    @Override
    public void onEnable() {
        life = new Life(new Console(this::print));
        saveDefaultConfig();
        getServer().getPluginManager().registerEvents(this, this);
        begin();
        // All plugins are there at the first tick.
        threads.global(() -> lookAgain());
    }

    private void lookAgain() {
        Vitrine running = life.running();
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
        Settings settings = new Settings(options.token(), options.url(), getDescription().getVersion(), options.log(), Options.FILE);
        life.begin(settings, new BukkitGame(threads, people, options), getDataFolder().toPath());
    }

    @Override
    public void onDisable() {
        end();
    }

    private void end() {
        Vitrine ran = life.release();
        // What waits for this thread must not: it is the one that ends.
        threads.close();
        if (ran != null) ran.stop();
    }

    /** First of all listeners: what was interrupted is judged by what the player has before anything else happens. */
    @EventHandler(priority = EventPriority.LOWEST)
    public void onJoin(PlayerJoinEvent event) {
        people.remember(event.getPlayer());
        Vitrine running = life.running();
        if (running != null) running.joined(People.keysOf(event.getPlayer()));
    }

    @Override
    public boolean onCommand(CommandSender sender, Command command, String label, String[] args) {
        Vitrine running = life.running();
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
        return AdminCommand.answer(word, running);
    }
}
