package app.vitrine.bukkit;

import app.vitrine.base.Json;
import app.vitrine.base.Texts;
import app.vitrine.core.Pending;
import app.vitrine.core.Vitrine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.bukkit.entity.Player;

/** {@code /vip} and {@code /resgatar}: what a player may ask. Neither gives anything by itself. */
final class PlayerCommands {
    private static final int SHOWN = 5;
    private static final int REASONS = 3;
    private final Map<String, Long> asked = new ConcurrentHashMap<>();

    /** Whether this player may ask now: once in so many seconds. */
    private boolean mayAsk(Player player, String what, int seconds) {
        long now = System.nanoTime();
        asked.values().removeIf(at -> now - at > TimeUnit.MINUTES.toNanos(1));
        String key = what + player.getUniqueId();
        Long before = asked.get(key);
        if (before != null && now - before < TimeUnit.SECONDS.toNanos(seconds)) return false;
        asked.put(key, now);
        return true;
    }

    /** Says what the player has through purchases, and until when. */
    void benefits(Player player, Vitrine vitrine) {
        if (!mayAsk(player, "vip", 30)) return;
        List<String> keys = People.keysOf(player);
        Thread asking = new Thread(() -> player.sendMessage(benefitsOf(keys, vitrine)), "Vitrine-vip");
        asking.setDaemon(true);
        asking.start();
    }

    /** This server knows its players by one of these keys; the other has nothing. */
    private static String benefitsOf(List<String> keys, Vitrine vitrine) {
        boolean answered = false;
        for (String key : keys) {
            Map<String, Object> answer = vitrine.benefits(key);
            if (answer == null) continue;
            answered = true;
            List<Object> benefits = Json.list(answer.get("benefits"));
            if (!benefits.isEmpty()) return lineOf(benefits);
        }
        return answered ? "Você não tem benefícios da loja agora." : "Não foi possível consultar agora. Tente de novo daqui a pouco.";
    }

    private static String lineOf(List<Object> benefits) {
        List<String> lines = new ArrayList<>();
        for (Object one : benefits.subList(0, Math.min(SHOWN, benefits.size()))) {
            Map<String, Object> benefit = Json.object(one);
            String until = Json.text(benefit.get("until_text"));
            String name = Texts.clean(Json.text(benefit.get("name")), 80);
            lines.add(name + (until == null ? " sem prazo" : " até " + Texts.clean(until, 40)));
        }
        if (benefits.size() > SHOWN) lines.add("e mais " + (benefits.size() - SHOWN));
        return "O que você tem: " + String.join("; ", lines) + ".";
    }

    /** Says what waits for the player and why, and asks for it now. */
    void redeem(Player player, Vitrine vitrine) {
        if (!mayAsk(player, "resgatar", 10)) return;
        List<Pending.Entry> open = vitrine.pending().list(People.keysOf(player));
        if (open.isEmpty()) {
            player.sendMessage("Nada espera por você agora.");
            return;
        }
        List<String> reasons = new ArrayList<>();
        for (Pending.Entry one : open.subList(0, Math.min(REASONS, open.size()))) reasons.add(one.label() + ": " + (one.message() == null ? "a caminho" : one.message()));
        String more = open.size() > REASONS ? " e mais " + (open.size() - REASONS) : "";
        player.sendMessage("Tentando de novo agora. " + String.join("; ", reasons) + more + ".");
        vitrine.urge(open.stream().filter(one -> one.state().equals("aguardando")).map(Pending.Entry::id).toList());
    }
}
