package app.vitrine.bukkit;

import app.vitrine.core.Arguments;
import app.vitrine.core.Changed;
import app.vitrine.core.Delivery;
import app.vitrine.core.Game.Reading;
import app.vitrine.core.Outcome;
import app.vitrine.core.Plan;
import app.vitrine.core.Refusal;
import java.util.LinkedHashMap;
import java.util.Map;
import net.milkbowl.vault.economy.Economy;
import net.milkbowl.vault.economy.EconomyResponse;
import org.bukkit.OfflinePlayer;

/** Money of the economy plugin that Vault knows. Only used where Vault is installed. */
final class Money {
    private static final double CENT = 0.005;
    private static final int LOOKS = 8;
    private static final long LOOK_MS = 250;
    private final Threads threads;
    private final People people;
    private final Services services;
    private final boolean partial;

    /** @param partial whether a removal takes what is there when it is less than asked */
    Money(Threads threads, People people, Services services, boolean partial) {
        this.threads = threads;
        this.people = people;
        this.services = services;
        this.partial = partial;
    }

    private double balance(Economy economy, OfflinePlayer player) {
        return threads.call(() -> economy.getBalance(player));
    }

    private static Map<String, Object> detail(double before, double after) {
        Map<String, Object> detail = new LinkedHashMap<>();
        detail.put("before", before);
        detail.put("after", after);
        return detail;
    }

    Plan change(Delivery delivery, int sign) {
        int amount = Arguments.amount(delivery.args().get("amount"));
        Economy economy = services.requireEconomy();
        OfflinePlayer player = people.findPlayed(delivery);
        double before = balance(economy, player);
        double asked = amount;
        if (sign < 0 && before < amount) {
            if (!partial) throw new Refusal("insufficient_funds", "Saldo insuficiente para remover", detail(before, before));
            if (before < CENT) return Plan.decided(Outcome.of("ok", "O saldo já era zero", detail(before, before)));
            asked = before;
        }
        double step = asked * sign;
        Map<String, Object> probe = new LinkedHashMap<>(detail(before, before + step));
        probe.put("kind", "money");
        return new Plan(null, probe, given -> move(economy, player, before, step, given));
    }

    private Outcome move(Economy economy, OfflinePlayer player, double before, double step, Runnable given) throws InterruptedException {
        double after = threads.call(() -> {
            if (!isSame(economy.getBalance(player), before)) throw new Changed();
            EconomyResponse answer = step > 0 ? economy.depositPlayer(player, step) : economy.withdrawPlayer(player, -step);
            double now = economy.getBalance(player);
            if (!answer.transactionSuccess() && isSame(now, before)) {
                throw new Refusal("action_refused", "O plugin de economia recusou: " + answer.errorMessage);
            }
            given.run();
            return now;
        });
        // Some economies write in a thread of their own.
        for (int look = 0; look < LOOKS && !isSame(after, before + step); look += 1) {
            Thread.sleep(LOOK_MS);
            after = balance(economy, player);
        }
        if (isSame(after, before + step)) return Outcome.of("ok", "Entregue", detail(before, after));
        return Outcome.of("uncertain", "O saldo não mostra a entrega; verifique no servidor", detail(before, after));
    }

    private static boolean isSame(double one, double other) {
        return Math.abs(one - other) < CENT;
    }

    Reading read(Delivery delivery) {
        return new Reading(balance(services.requireEconomy(), people.find(delivery)), false);
    }
}
