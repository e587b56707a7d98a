package app.vitrine.bukkit;

import app.vitrine.core.Refusal;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bukkit.Bukkit;
import org.bukkit.entity.Player;
import org.bukkit.plugin.Plugin;

/**
 * The game's own thread, in which almost all of Bukkit must be called. Waits at most 10 s for it. A call that had not begun
 * by then never will; one that had gets 10 s more, and after them nobody knows.
 */
abstract class Threads {
    private static final long LIMIT_MS = 10000;
    final Plugin plugin;
    private final Set<Call<?>> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Threads(Plugin plugin) {
        this.plugin = plugin;
    }

    /** For this server: Folia has a thread for each region, the others have one. */
    static Threads of(Plugin plugin) {
        return isFolia() ? new FoliaThreads(plugin) : new MainThread(plugin);
    }

    static boolean isFolia() {
        try {
            Class.forName("io.papermc.paper.threadedregions.RegionizedServer");
            return true;
        } catch (ClassNotFoundException problem) {
            return false;
        }
    }

    /** Runs in the thread of the server's own things. */
    abstract void global(Runnable work);

    /** Runs in the thread of this player; {@code gone} instead, if the player left. */
    abstract void of(Player player, Runnable work, Runnable gone);

    private static final class Call<T> extends CompletableFuture<T> {
        private final Callable<T> work;
        private boolean begun;
        private boolean dropped;

        Call(Callable<T> work) {
            this.work = work;
        }

        void run() {
            synchronized (this) {
                if (dropped) return;
                begun = true;
            }
            try {
                complete(work.call());
            } catch (Throwable problem) {
                completeExceptionally(problem);
            }
        }

        /** It will not run any more. False if it began. */
        synchronized boolean drop() {
            if (!begun) dropped = true;
            return !begun;
        }
    }

    /** Calls in the thread of the server's own things. */
    <T> T call(Callable<T> work) {
        return call(null, work);
    }

    /**
     * Calls in the thread of a player, or of the server's own things for null.
     *
     * @throws Refusal {@code timeout} if it did not run, {@code player_offline} if the player left
     */
    <T> T call(Player player, Callable<T> work) {
        Call<T> call = new Call<>(work);
        if (Bukkit.isPrimaryThread()) {
            call.run();
        } else {
            waiting.add(call);
            begin(player, call);
        }
        try {
            try {
                return call.get(LIMIT_MS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException problem) {
                if (call.drop()) throw new Refusal("timeout");
                return call.get(LIMIT_MS, TimeUnit.MILLISECONDS);
            }
        } catch (TimeoutException problem) {
            throw new IllegalStateException("o servidor não respondeu em 10 s");
        } catch (InterruptedException problem) {
            Thread.currentThread().interrupt();
            if (call.drop()) throw new Refusal("timeout");
            throw new IllegalStateException("o servidor está desligando");
        } catch (ExecutionException problem) {
            if (problem.getCause() instanceof RuntimeException cause) throw cause;
            throw new IllegalStateException(String.valueOf(problem.getCause()), problem.getCause());
        } finally {
            waiting.remove(call);
        }
    }

    private <T> void begin(Player player, Call<T> call) {
        try {
            if (closed) throw new IllegalStateException("closed");
            if (player == null) global(call::run);
            else of(player, call::run, () -> refuse(call, "player_offline"));
        } catch (RuntimeException problem) {
            // Bukkit takes no work of a plugin that is being disabled.
            refuse(call, "timeout");
        }
    }

    private static void refuse(Call<?> call, String code) {
        if (call.drop()) call.completeExceptionally(new Refusal(code));
    }

    /** The plugin ends in the game's thread: what waits for this thread would wait for ever. */
    void close() {
        closed = true;
        for (Call<?> call : waiting) refuse(call, "timeout");
    }

    private static final class MainThread extends Threads {
        MainThread(Plugin plugin) {
            super(plugin);
        }

        @Override
        void global(Runnable work) {
            Bukkit.getScheduler().runTask(plugin, work);
        }

        @Override
        void of(Player player, Runnable work, Runnable gone) {
            global(work);
        }
    }
}
