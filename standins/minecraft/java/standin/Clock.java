package standin;

import io.papermc.paper.threadedregions.scheduler.EntityScheduler;
import io.papermc.paper.threadedregions.scheduler.GlobalRegionScheduler;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bukkit.plugin.Plugin;
import org.bukkit.scheduler.BukkitScheduler;
import org.bukkit.scheduler.BukkitTask;

/** The main thread: work of plugins runs in its next tick (CraftScheduler.runTask, line 141, PaperMC/Paper 6c8d413223ba). */
public final class Clock implements BukkitScheduler, GlobalRegionScheduler, EntityScheduler {
    private final LinkedBlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
    private final long tickMs;
    private Thread thread;
    volatile boolean enabled = true;

    Clock(long tickMs) {
        this.tickMs = tickMs;
    }

    public boolean isHere() {
        return Thread.currentThread() == thread;
    }

    /** Runs in the main thread, from outside. */
    void post(Runnable task) {
        work.add(task);
    }

    private void take(Runnable task) {
        // CraftScheduler.validate: a disabled plugin may register nothing.
        if (!enabled) throw new IllegalStateException("Plugin attempted to register task while disabled");
        work.add(task);
    }

    @Override
    public BukkitTask runTask(Plugin plugin, Runnable task) {
        take(task);
        return new BukkitTask() {};
    }

    @Override
    public void execute(Plugin plugin, Runnable task) {
        take(task);
    }

    @Override
    public boolean execute(Plugin plugin, Runnable task, Runnable retired, long delay) {
        take(task);
        return true;
    }

    /** Ticks for ever. */
    void run() throws InterruptedException {
        thread = Thread.currentThread();
        while (true) {
            for (Runnable one = work.poll(tickMs, TimeUnit.MILLISECONDS); one != null; one = work.poll()) {
                one.run();
                Kill.point("turn");
            }
        }
    }
}
