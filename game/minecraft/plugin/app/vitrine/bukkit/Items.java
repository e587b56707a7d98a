package app.vitrine.bukkit;

import app.vitrine.core.Arguments;
import app.vitrine.core.Changed;
import app.vitrine.core.Delivery;
import app.vitrine.core.Game.Reading;
import app.vitrine.core.NameList;
import app.vitrine.core.Outcome;
import app.vitrine.core.Plan;
import app.vitrine.core.Refusal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bukkit.Material;
import org.bukkit.entity.Player;
import org.bukkit.inventory.ItemStack;

/** Items in a player's 36 places. Bukkit shows no inventory of a player who is away. */
final class Items {
    private static final int PLACES = 36;
    private final Threads threads;
    private final People people;

    Items(Threads threads, People people) {
        this.threads = threads;
        this.people = people;
    }

    private Player require(Delivery delivery) {
        Player player = people.online(delivery);
        if (player == null) throw new Refusal("player_offline");
        return player;
    }

    private static Material materialOf(Delivery delivery) {
        String name = Arguments.item(delivery.args().get("item"));
        Material material = Material.matchMaterial(name);
        if (material == null || material.isLegacy() || !material.isItem() || material.isAir()) {
            throw new Refusal("invalid_item", "O item " + name + " não existe nesta versão do Minecraft: confira o produto");
        }
        return material;
    }

    private static boolean isEmpty(ItemStack stack) {
        return stack == null || stack.getType().isAir();
    }

    /** Counts plain ones only: one with a name or an enchantment is another item. */
    private static int count(Player player, Material material) {
        ItemStack plain = new ItemStack(material, 1);
        int sum = 0;
        for (ItemStack one : player.getInventory().getStorageContents()) if (!isEmpty(one) && plain.isSimilar(one)) sum += one.getAmount();
        return sum;
    }

    private static int room(Player player, Material material) {
        ItemStack plain = new ItemStack(material, 1);
        int most = material.getMaxStackSize();
        int room = 0;
        for (ItemStack one : player.getInventory().getStorageContents()) {
            if (isEmpty(one)) room += most;
            else if (plain.isSimilar(one)) room += Math.max(0, most - one.getAmount());
        }
        return room;
    }

    Plan add(Delivery delivery) {
        Material material = materialOf(delivery);
        int amount = Arguments.amount(delivery.args().get("amount"));
        if (amount > (long) PLACES * material.getMaxStackSize()) {
            throw new Refusal("invalid_args", "A quantidade não cabe em um inventário vazio: confira o produto");
        }
        Player player = require(delivery);
        int before = threads.call(player, () -> {
            if (room(player, material) < amount) throw new Refusal("inventory_full");
            return count(player, material);
        });
        Map<String, Object> probe = new LinkedHashMap<>();
        probe.put("kind", "item");
        probe.put("before", (long) before);
        probe.put("after", (long) before + amount);
        return new Plan(null, probe, given -> give(delivery, material, amount, before, given));
    }

    private Outcome give(Delivery delivery, Material material, int amount, int before, Runnable given) {
        Player player = require(delivery);
        int after = threads.call(player, () -> {
            if (!player.isOnline()) throw new Refusal("player_offline");
            if (count(player, material) != before) throw new Changed();
            if (room(player, material) < amount) throw new Refusal("inventory_full");
            int left = amount;
            while (left > 0) {
                // Spigot puts up to 64 of anything into one place, so each stack is made here.
                int stack = Math.min(left, material.getMaxStackSize());
                if (!player.getInventory().addItem(new ItemStack(material, stack)).isEmpty()) break;
                left -= stack;
            }
            int now = count(player, material);
            // The player's file is on disk before the journal says that the item came.
            player.saveData();
            given.run();
            return now;
        });
        Map<String, Object> detail = new LinkedHashMap<>();
        detail.put("before", (long) before);
        detail.put("after", (long) after);
        if (after == before + amount) return Outcome.of("ok", "Entregue", detail);
        return Outcome.of("uncertain", "O inventário mostra " + (after - before) + " de " + amount + " itens; verifique no servidor", detail);
    }

    Reading read(Delivery delivery) {
        Player player = people.online(delivery);
        if (player == null) return new Reading(null, true);
        Material material = materialOf(delivery);
        return new Reading((double) threads.call(player, () -> count(player, material)), false);
    }

    String bag(Delivery delivery) {
        Player player = people.online(delivery);
        if (player == null) return null;
        Material material = materialOf(delivery);
        return Integer.toString(threads.call(player, () -> room(player, material)));
    }

    NameList names() {
        List<NameList.Entry> names = new ArrayList<>();
        for (Material one : Material.values()) {
            if (!one.isLegacy() && one.isItem() && !one.isAir()) names.add(new NameList.Entry(one.getKey().getKey(), null));
        }
        return NameList.of(true, names);
    }
}
