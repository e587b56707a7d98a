package app.vitrine.bukkit;

import app.vitrine.core.Delivery;
import app.vitrine.core.Game;
import app.vitrine.core.NameList;
import app.vitrine.core.Plan;
import app.vitrine.core.Refusal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bukkit.Bukkit;
import org.bukkit.ChatColor;
import org.bukkit.entity.Player;

/** A Bukkit server as the core sees it. */
final class BukkitGame implements Game {
    private final Threads threads;
    private final People people;
    private final Services services;
    private final Commands commands;
    private final Items items;
    private final Access access;
    private final Money money;
    private final String received;

    BukkitGame(Threads threads, People people, Options options) {
        this.threads = threads;
        this.people = people;
        services = new Services(threads);
        commands = new Commands(threads, options.commands());
        items = new Items(threads, people);
        access = new Access(threads, people, services);
        money = new Money(threads, people, services, options.partialRemoval());
        received = options.received();
    }

    @Override
    public String framework() {
        if (Threads.isFolia()) return "folia";
        try {
            // As Paper itself tells plugins to look for it.
            Class.forName("io.papermc.paper.configuration.Configuration");
            return "paper";
        } catch (ClassNotFoundException problem) {
            return hasOldPaper() ? "paper" : "spigot";
        }
    }

    private static boolean hasOldPaper() {
        try {
            Class.forName("com.destroystokyo.paper.PaperConfig");
            return true;
        } catch (ClassNotFoundException problem) {
            return false;
        }
    }

    @Override
    public String version() {
        return Bukkit.getName() + " " + Bukkit.getVersion();
    }

    @Override
    public Map<String, boolean[]> actions() {
        Map<String, boolean[]> all = new LinkedHashMap<>();
        all.put("execute_command", new boolean[] {true, true});
        all.put("add_item", new boolean[] {true, false});
        for (String one : List.of("add_whitelist", "remove_whitelist", "remove_ban")) all.put(one, new boolean[] {true, true});
        if (services.groups() != null) for (String one : List.of("add_group", "remove_group")) all.put(one, new boolean[] {true, true});
        if (services.economy() != null) for (String one : List.of("add_money", "remove_money")) all.put(one, new boolean[] {true, true});
        return all;
    }

    @Override
    public Map<String, NameList> lists() {
        Map<String, NameList> all = new LinkedHashMap<>();
        Groups groups = services.groups();
        if (groups != null) {
            List<NameList.Entry> names = groups.names().stream().map(name -> new NameList.Entry(name, null)).toList();
            if (!names.isEmpty()) all.put("groups", NameList.of(groups.complete(), names));
        }
        all.put("items", items.names());
        NameList known = commands.names();
        if (known != null) all.put("commands", known);
        return all;
    }

    @Override
    public List<String> online() {
        List<String> keys = new ArrayList<>();
        for (Player one : Bukkit.getOnlinePlayers()) keys.addAll(People.keysOf(one));
        return keys;
    }

    @Override
    public int[] count() {
        return new int[] {Bukkit.getOnlinePlayers().size(), Bukkit.getMaxPlayers()};
    }

    @Override
    public Plan prepare(Delivery delivery) {
        if (delivery.onlyOnline() && people.online(delivery) == null) throw new Refusal("player_offline");
        return switch (delivery.action()) {
            case "execute_command" -> commands.plan(delivery);
            case "add_item" -> items.add(delivery);
            case "add_money" -> money.change(delivery, 1);
            case "remove_money" -> money.change(delivery, -1);
            case "add_group" -> access.group(delivery, true);
            case "remove_group" -> access.group(delivery, false);
            case "add_whitelist" -> access.whitelist(delivery, true);
            case "remove_whitelist" -> access.whitelist(delivery, false);
            case "remove_ban" -> access.unban(delivery);
            default -> throw new Refusal("unsupported_action");
        };
    }

    @Override
    public Reading read(Delivery delivery, Map<String, Object> probe) {
        if ("item".equals(probe.get("kind"))) return items.read(delivery);
        if ("money".equals(probe.get("kind"))) return money.read(delivery);
        return new Reading(null, false);
    }

    @Override
    public String bag(Delivery delivery) {
        return items.bag(delivery);
    }

    @Override
    public void delivered(Delivery delivery) {
        if (received.isEmpty() || !delivery.phase().equals("confirmation")) return;
        Player player = people.online(delivery);
        if (player == null) return;
        String text = ChatColor.translateAlternateColorCodes('&', received).replace("{produto}", delivery.label());
        player.sendMessage(text);
    }
}
