package app.vitrine.proxy;

import app.vitrine.core.Refusal;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs commands in threads of their own: a proxy runs a command in whatever thread asks for it, and the plugin of that command
 * may never return.
 */
final class CommandThreads {
    private static final long LIMIT_S = 10;
    /** Some have hung and keep their threads until the proxy ends; eight may run at once. */
    private static final int MOST = 32;
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(0, MOST, LIMIT_S, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
        Thread thread = new Thread(work, "Vitrine-comando");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * Waits at most 10 s for the answer.
     *
     * @throws Refusal {@code timeout} if it did not begin, because too many others hang
     * @throws Exception if nobody knows what it did, with a pt-BR reason
     */
    <T> T call(Callable<T> work) throws Exception {
        Future<T> answer;
        try {
            answer = threads.submit(work);
        } catch (RejectedExecutionException problem) {
            throw new Refusal("timeout", "Outros comandos não terminam neste proxy, e nada mais foi executado: reinicie o proxy");
        }
        try {
            return answer.get(LIMIT_S, TimeUnit.SECONDS);
        } catch (TimeoutException problem) {
            // It is not interrupted: an interrupt closes the files and databases that the command's plugin has open.
            throw new IllegalStateException("o comando não terminou em 10 s", problem);
        } catch (ExecutionException problem) {
            throw new IllegalStateException("o comando falhou (" + root(problem) + ")", problem);
        }
    }

    /** The error itself: what a proxy wraps around it repeats the whole line. */
    private static Throwable root(Throwable problem) {
        Throwable found = problem;
        for (int depth = 0; depth < 20 && found.getCause() != null; depth += 1) found = found.getCause();
        return found;
    }
}
