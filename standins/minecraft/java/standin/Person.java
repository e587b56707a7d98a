package standin;

import app.vitrine.base.Json;
import io.papermc.paper.threadedregions.scheduler.EntityScheduler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.bukkit.Material;
import org.bukkit.entity.Player;
import org.bukkit.inventory.ItemStack;
import org.bukkit.inventory.PlayerInventory;

/** A player, there or not. What they hold is in memory until it is saved, and a crash loses the rest. */
final class Person implements Player, PlayerInventory {
    private static final int PLACES = 36;
    final List<String> heard = new ArrayList<>();
    private final People people;
    private final UUID id;
    private final String name;
    private ItemStack[] storage = new ItemStack[PLACES];
    volatile boolean here;

    Person(People people, UUID id, String name) {
        this.people = people;
        this.id = id;
        this.name = name;
    }

    /** PlayerDataStorage.load: the player comes with what the disk has. */
    void load(Store file) {
        storage = new ItemStack[PLACES];
        int place = 0;
        for (Object one : Json.list(file.values.get("items"))) {
            Map<String, Object> item = Json.object(one);
            if (!item.isEmpty()) {
                storage[place] = new ItemStack(Material.valueOf(Json.text(item.get("type"))), Json.whole(item.get("amount")).intValue(),
                    Boolean.TRUE.equals(item.get("named")));
            }
            place += 1;
        }
    }

    /** CraftPlayer.saveData, line 1356: the file is written before it returns. */
    @Override
    public void saveData() {
        Store file = people.fileOf(id);
        List<Object> items = new ArrayList<>();
        for (ItemStack one : storage) {
            Map<String, Object> item = new LinkedHashMap<>();
            if (one != null) {
                item.put("type", one.getType().name());
                item.put("amount", one.getAmount());
                item.put("named", one.isNamed());
            }
            items.add(item);
        }
        file.values.put("name", name);
        file.values.put("items", items);
        file.save();
        Kill.point("saved");
    }

    @Override
    public ItemStack[] getStorageContents() {
        return storage.clone();
    }

    /** CraftInventory.addItem, line 280; as Spigot, one place takes up to 64 of anything (1.17, getMaxItemStack). */
    @Override
    public HashMap<Integer, ItemStack> addItem(ItemStack... items) {
        Kill.point("before");
        HashMap<Integer, ItemStack> left = new HashMap<>();
        for (int at = 0; at < items.length; at += 1) {
            int rest = put(items[at], items[at].getAmount());
            if (rest > 0) left.put(at, new ItemStack(items[at].getType(), rest));
        }
        Kill.effect();
        Kill.point("after");
        return left;
    }

    private int put(ItemStack item, int amount) {
        int left = amount;
        for (int place = 0; place < PLACES && left > 0; place += 1) {
            ItemStack one = storage[place];
            if (one == null || !one.isSimilar(item) || one.getAmount() >= one.getType().getMaxStackSize()) continue;
            int added = Math.min(left, one.getType().getMaxStackSize() - one.getAmount());
            storage[place] = new ItemStack(one.getType(), one.getAmount() + added);
            left -= added;
        }
        for (int place = 0; place < PLACES && left > 0; place += 1) {
            if (storage[place] != null) continue;
            int added = Math.min(left, 64);
            storage[place] = new ItemStack(item.getType(), added, item.isNamed());
            left -= added;
        }
        return left;
    }

    /** Empties a place, or fills it. For tests. */
    void set(int place, ItemStack item) {
        storage[place] = item;
    }

    /** The amount of each item, and the greatest stack of each, with {@code named} ones apart. */
    Map<String, Object> held() {
        Map<String, Object> sums = new LinkedHashMap<>();
        for (ItemStack one : storage) {
            if (one == null) continue;
            String key = one.getType().getKey().getKey() + (one.isNamed() ? ":named" : "");
            sums.merge(key, (long) one.getAmount(), (a, b) -> (Long) a + (Long) b);
            sums.merge(key + ":most", (long) one.getAmount(), (a, b) -> Math.max((Long) a, (Long) b));
        }
        return sums;
    }

    @Override
    public PlayerInventory getInventory() {
        return this;
    }

    @Override
    public void sendMessage(String message) {
        synchronized (heard) {
            heard.add(message);
        }
    }

    @Override
    public EntityScheduler getScheduler() {
        return people.server.clock;
    }

    @Override
    public boolean isOnline() {
        return here;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public UUID getUniqueId() {
        return id;
    }

    @Override
    public boolean hasPlayedBefore() {
        return people.hasFile(id);
    }

    @Override
    public boolean isBanned() {
        return people.bans().isBanned(name);
    }

    @Override
    public boolean isWhitelisted() {
        return people.whitelist.values.containsKey(id.toString());
    }

    @Override
    public void setWhitelisted(boolean value) {
        Kill.point("before");
        if (value) people.whitelist.values.put(id.toString(), name == null ? "" : name);
        else people.whitelist.values.remove(id.toString());
        people.whitelist.save();
        Kill.effect();
        Kill.point("after");
    }

}
