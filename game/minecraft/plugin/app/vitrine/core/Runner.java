package app.vitrine.core;

import app.vitrine.base.Console;
import app.vitrine.base.Json;
import java.util.Map;

/**
 * Takes one delivery from its check to its outcome. The order is the promise: check, journal, effect, read back, journal.
 * If it is interrupted, evidence decides the outcome.
 */
final class Runner {
    private static final int LOOKS_MAX = 5;
    private static final long LOOK_MS = 1000;
    private final Game game;
    private final Journal journal;
    private final Client client;
    private final Console console;
    private final Settings settings;
    private final Pending pending;
    private final Outbox outbox;
    private final Waiting waiting;

    /** Where an outcome goes. {@code attempt}: the one that it answers. */
    @FunctionalInterface
    interface Report {
        void add(long attempt, Outcome outcome);
    }

    Runner(Game game, Journal journal, Client client, Console console, Settings settings, Pending pending, Outbox outbox) {
        this.game = game;
        this.journal = journal;
        this.client = client;
        this.console = console;
        this.settings = settings;
        this.pending = pending;
        this.outbox = outbox;
        this.waiting = new Waiting(game, journal, this);
    }

    Waiting waiting() {
        return waiting;
    }

    private Report toOutbox(Delivery delivery) {
        return (attempt, outcome) -> outbox.add(delivery.id(), attempt, outcome);
    }

    /** Runs a delivery that was interrupted: it began in time, so its end no longer counts. */
    void runAgain(Delivery delivery) {
        run(delivery, true, toOutbox(delivery));
    }

    /** Runs one delivery. When it returns, the outcome is in the journal and was reported. */
    void run(Delivery delivery, Report report) {
        run(delivery, false, report);
    }

    private void run(Delivery delivery, boolean again, Report report) {
        conclude(delivery, outcomeOf(delivery, again), report);
    }

    private Outcome outcomeOf(Delivery delivery, boolean again) {
        if (!again && delivery.expiresAt() != null && client.latest() >= delivery.expiresAt()) return Outcome.of("expired");
        pending.note(delivery, "em andamento", null);
        for (int look = 0; look < LOOKS_MAX; look += 1) {
            Outcome outcome = attempt(delivery, again || look > 0);
            if (outcome != null) return outcome;
        }
        return Outcome.of("timeout", "O saldo ou o inventário do jogador muda o tempo todo; será tentado de novo");
    }

    /** Whether it could run now, or can never run. Has no effect. */
    boolean mayRun(Delivery delivery) {
        return !statusOf(delivery).equals("deferred");
    }

    private String statusOf(Delivery delivery) {
        try {
            Plan plan = prepare(delivery);
            return plan.decided() == null ? "succeeded" : plan.decided().status();
        } catch (Refusal refusal) {
            return refusal.outcome().status();
        } catch (RuntimeException problem) {
            return "deferred";
        }
    }

    private Plan prepare(Delivery delivery) {
        Arguments.checkPlayer(delivery);
        return game.prepare(delivery);
    }

    /** Null if the player's value changed between the look and the effect: nothing happened. */
    private Outcome attempt(Delivery delivery, boolean again) {
        Plan plan;
        try {
            plan = prepare(delivery);
        } catch (Refusal refusal) {
            return refusal.outcome();
        } catch (RuntimeException problem) {
            return Outcome.of("adapter_error", "Erro no servidor: " + problem);
        }
        if (plan.decided() != null) return plan.decided();
        keepPrior(delivery, plan, again);
        if (!journal.start(delivery, plan.probe())) return Outcome.of("storage_unavailable");
        try {
            return plan.effect().run(() -> journal.given(delivery.id()));
        } catch (Changed change) {
            return null;
        } catch (Refusal refusal) {
            // After the effect it was only a look that was refused, as in a server that stops: the effect stays, and never runs again.
            return isGiven(delivery) ? judge(delivery, plan, refusal) : refusal.outcome();
        } catch (Exception problem) {
            return judge(delivery, plan, problem);
        } finally {
            journal.flush();
        }
    }

    /** An interrupted run may have changed the place already, so what was there before is what that run saw. */
    private void keepPrior(Delivery delivery, Plan plan, boolean again) {
        Row row = again ? journal.get(delivery.id()) : null;
        if (row == null || row.probe == null || plan.probe() == null) return;
        if (row.probe.get("place") != null && row.probe.get("place").equals(plan.probe().get("place"))) {
            plan.probe().put("prior", row.probe.get("prior"));
        }
    }

    private boolean isGiven(Delivery delivery) {
        Row row = journal.get(delivery.id());
        return row != null && row.state.equals("given");
    }

    /** The effect began and nobody saw its end. A harmless one is repeated; of the others, only the game's value is proof. */
    private Outcome judge(Delivery delivery, Plan plan, Exception problem) {
        String text = problem.getMessage() == null ? problem.toString() : problem.getMessage();
        if (Arguments.isHarmless(delivery.action())) return Outcome.of("adapter_error", "Erro no servidor: " + text);
        if (shows(delivery, plan.probe())) return Outcome.of("ok");
        return Outcome.of("uncertain", "Não foi possível confirmar; verifique no servidor: " + text);
    }

    /**
     * Whether the game shows the effect. Some economies write late, and a server may stand still, so it looks for seconds. A server
     * that stops closes the journal meanwhile: then the row stays as it is, and the next start decides.
     */
    private boolean shows(Delivery delivery, Map<String, Object> probe) {
        if (probe == null) return false;
        for (int look = 0; look < LOOKS_MAX; look += 1) {
            try {
                if (look > 0) Thread.sleep(LOOK_MS);
                Game.Reading now = game.read(delivery, probe);
                if (now.value() != null && same(now.value(), probe.get("after"))) return true;
            } catch (InterruptedException problem) {
                Thread.currentThread().interrupt();
                return false;
            } catch (RuntimeException unknown) {
                // The next look may tell.
            }
        }
        return false;
    }

    /** Whether two values of the game are one: money has fractions, and they are not exact. */
    static boolean same(Double value, Object other) {
        Double number = Json.decimal(other);
        return value != null && number != null && Math.abs(value - number) < 0.005;
    }

    /** Stores an outcome that was decided, with or without running anything. */
    void conclude(Delivery delivery, Outcome decided) {
        conclude(delivery, decided, toOutbox(delivery));
    }

    void conclude(Delivery delivery, Outcome decided, Report report) {
        Outcome outcome = decided.at(client.now());
        boolean deferred = outcome.status().equals("deferred");
        // It may have been offered again meanwhile, so the outcome answers the newest attempt.
        long attempt = deferred ? journal.release(delivery) : journal.finish(delivery, outcome);
        waiting.add(delivery, outcome);
        if (deferred) pending.note(delivery, "aguardando", outcome);
        else if (outcome.status().equals("uncertain")) pending.note(delivery, "incerta", outcome);
        else pending.drop(delivery.id());
        if (settings.logDeliveries()) print(delivery, outcome);
        report.add(attempt, outcome);
        if (outcome.status().equals("succeeded")) tell(delivery);
    }

    private void tell(Delivery delivery) {
        try {
            game.delivered(delivery);
        } catch (RuntimeException problem) {
            console.every("tell", 60, "Um jogador não pôde ser avisado: " + problem.getMessage());
        }
    }

    private void print(Delivery delivery, Outcome outcome) {
        String verb = switch (outcome.status()) {
            case "succeeded" -> "entregue";
            case "deferred" -> "aguardando";
            case "uncertain" -> "incerta";
            default -> "falhou";
        };
        Console.Kind kind = switch (outcome.status()) {
            case "succeeded" -> Console.Kind.GOOD;
            case "deferred" -> Console.Kind.WARN;
            default -> Console.Kind.ERROR;
        };
        console.line(kind, "Pedido " + delivery.order() + " · " + delivery.player() + " · " + delivery.label() + " · "
            + delivery.action() + ": " + verb + " (" + outcome.message() + ")");
    }
}
