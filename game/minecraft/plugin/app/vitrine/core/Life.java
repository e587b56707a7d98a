package app.vitrine.core;

import app.vitrine.base.Console;
import java.io.IOException;
import java.nio.file.Path;

/** At most one {@link Vitrine} at a time, which can be begun again with other settings. */
public final class Life {
    private static final long AGAIN_MS = 5000;
    private final Console console;
    private volatile Vitrine vitrine;
    /** Rises with each start, so that an older attempt to start ends. */
    private volatile int starts;

    public Life(Console console) {
        this.console = console;
    }

    /** The one that runs, or null. */
    public Vitrine running() {
        return vitrine;
    }

    /** Begins in a thread of its own. Without a journal nothing is delivered, so it tries until there is one. */
    public void begin(Settings settings, Game game, Path folder) {
        console.forget();
        int mine;
        synchronized (this) {
            mine = ++starts;
        }
        Thread starting = new Thread(() -> start(settings, game, folder, mine), "Vitrine-inicio");
        starting.setDaemon(true);
        starting.start();
    }

    private void start(Settings settings, Game game, Path folder, int mine) {
        while (mine == starts) {
            try {
                Vitrine started = Vitrine.start(settings, game, console, folder);
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
            } catch (RuntimeException | Error problem) {
                console.every("start", 300, "Erro interno ao iniciar: " + problem);
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

    /** Ends a start that is under way, and answers the one that ran; the caller stops it. Null if none ran. */
    public Vitrine release() {
        synchronized (this) {
            starts += 1;
            Vitrine ran = vitrine;
            vitrine = null;
            return ran;
        }
    }
}
