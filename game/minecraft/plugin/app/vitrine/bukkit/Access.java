package app.vitrine.bukkit;

import app.vitrine.core.Arguments;
import app.vitrine.core.Delivery;
import app.vitrine.core.Outcome;
import app.vitrine.core.Plan;
import app.vitrine.core.Refusal;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.bukkit.BanList;
import org.bukkit.Bukkit;
import org.bukkit.OfflinePlayer;

/** Groups, whitelist and bans: each may run twice without a further effect. */
final class Access {
    /** The place of the whitelist, and what a player has there. */
    private static final String LIST = "whitelist";
    private final Threads threads;
    private final People people;
    private final Services services;

    Access(Threads threads, People people, Services services) {
        this.threads = threads;
        this.people = people;
        this.services = services;
    }

    Plan group(Delivery delivery, boolean add) {
        String group = Arguments.group(delivery.args().get("group"));
        if (delivery.args().get("instead") != null) throw new Refusal("unsupported_action");
        Groups groups = services.requireGroups();
        OfflinePlayer player = people.findPlayed(delivery);
        if (add && !groups.exists(group)) throw new Refusal("invalid_group", "O grupo " + group + " não existe no servidor: confira o produto");
        boolean had = groups.has(player, group);
        // LuckPerms reads "VIP" and "vip" as one group, so Vitrine hears one name.
        String name = group.toLowerCase(Locale.ROOT);
        Map<String, Object> probe = place("group:" + name, had ? name : "");
        return new Plan(null, probe, given -> {
            if (had != add) {
                if (add) groups.add(player, group);
                else groups.remove(player, group);
            }
            boolean has = groups.has(player, group);
            if (has != add) return Outcome.of("adapter_error", "O plugin de grupos não guardou a mudança");
            return changed(probe, name, add);
        });
    }

    Plan whitelist(Delivery delivery, boolean add) {
        OfflinePlayer player = people.find(delivery);
        boolean had = threads.call(player::isWhitelisted);
        Map<String, Object> probe = place(LIST, had ? LIST : "");
        return new Plan(null, probe, given -> threads.call(() -> {
            if (player.isWhitelisted() != add) player.setWhitelisted(add);
            if (player.isWhitelisted() != add) return Outcome.of("adapter_error");
            return changed(probe, LIST, add);
        }));
    }

    private static Map<String, Object> place(String place, String prior) {
        Map<String, Object> probe = new LinkedHashMap<>();
        probe.put("kind", "group");
        probe.put("place", place);
        probe.put("prior", prior);
        return probe;
    }

    /** What was there before is what the first run saw, so it is the probe's. */
    private static Outcome changed(Map<String, Object> probe, String name, boolean add) {
        Map<String, Object> detail = new LinkedHashMap<>();
        detail.put("place", probe.get("place"));
        detail.put("prior", probe.get("prior"));
        detail.put("stands", add ? name : "");
        boolean before = name.equals(probe.get("prior"));
        if (add) return Outcome.of(before ? "already_owned" : "ok", before ? "O jogador já possuía" : "Entregue", detail);
        return Outcome.of(before ? "ok" : "not_owned", before ? "Entregue" : "O jogador não possuía", detail);
    }

    Plan unban(Delivery delivery) {
        OfflinePlayer player = people.find(delivery);
        String name = player.getName();
        if (name == null) throw new Refusal("player_not_found");
        return new Plan(null, null, given -> threads.call(() -> {
            if (!player.isBanned()) return Outcome.of("not_banned");
            Bukkit.getBanList(BanList.Type.NAME).pardon(name);
            return Outcome.of(player.isBanned() ? "adapter_error" : "ok");
        }));
    }
}
