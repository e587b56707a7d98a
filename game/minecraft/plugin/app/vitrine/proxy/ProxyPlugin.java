package app.vitrine.proxy;

import app.vitrine.base.Console;
import app.vitrine.core.AdminCommand;
import app.vitrine.core.Life;
import app.vitrine.core.PlayerKeys;
import app.vitrine.core.Settings;
import app.vitrine.core.Vitrine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What both proxies do the same way. */
public final class ProxyPlugin {
    private static final long LOOK_S = 30;
    private final Proxy proxy;
    private final Console console;
    private final Path folder;
    private final Life life;

    /** @param folder the plugin's own: its settings and its journal */
    public ProxyPlugin(Proxy proxy, Console console, Path folder) {
        this.proxy = proxy;
        this.console = console;
        this.folder = folder;
        life = new Life(console);
    }

    /** Reads the owner's settings and begins to talk to Vitrine. */
    public synchronized void begin() {
        try {
            ProxyConfig config = ProxyConfig.read(folder);
            String file = "plugins/" + folder.getFileName() + "/" + ProxyConfig.FILE;
            if (!config.unknown().isEmpty()) console.warn("Em " + file + ", isto não é uma opção e foi ignorado: " + String.join(", ", config.unknown()));
            life.begin(new Settings(config.token(), config.url(), ProxyConfig.version(), config.log(), file), new ProxyGame(proxy, config.commands()), folder);
            CompletableFuture.delayedExecutor(LOOK_S, TimeUnit.SECONDS).execute(this::lookAgain);
        } catch (IOException | IllegalArgumentException problem) {
            console.error("O " + ProxyConfig.FILE + " não pode ser lido ou criado (" + problem + "). Corrija e use: vitrine recarregar");
        }
    }

    /** By now all other plugins have registered their commands. */
    private void lookAgain() {
        Vitrine running = life.running();
        if (running != null) running.lookAgain(false);
    }

    public synchronized void end() {
        Vitrine ran = life.release();
        if (ran != null) ran.stop();
    }

    private synchronized void restart() {
        end();
        begin();
    }

    public void joined(String name, UUID id) {
        Vitrine running = life.running();
        if (running != null) running.joined(PlayerKeys.of(name, id));
    }

    /** The answer to {@code /vitrine}. */
    public List<String> administer(String[] args) {
        String word = args.length == 0 ? "status" : args[0];
        if (!word.equals("recarregar")) return AdminCommand.answer(word, life.running());
        // The end waits for what runs, and this thread may carry the packets of many players.
        new Thread(this::restart, "Vitrine-recarregar").start();
        return List.of("Lendo o " + ProxyConfig.FILE + " de novo e consultando a Vitrine…");
    }
}
