package standin;

import app.vitrine.base.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.milkbowl.vault.economy.Economy;
import net.milkbowl.vault.economy.EconomyResponse;
import net.milkbowl.vault.permission.Permission;
import org.bukkit.OfflinePlayer;

/** An economy and a permission plugin behind Vault. */
final class VaultData {
    private VaultData() {}

    /**
     * {@code late}: balances are in memory until the server saves, as with many economies, and a crash loses them
     * (kaepsis/cached-economy 7a105a2bc600: PlayerStorage.setBalance writes to its database in another thread). {@code slow}: a balance
     * shows a step later. No published economy was found that does it; Vault forbids it to none.
     */
    static final class Purse implements Economy {
        private static final long SLOW_NS = 1_500_000_000L;
        private final Store store;
        private final boolean late;
        private final boolean slow;
        private final Map<UUID, Step> steps = new HashMap<>();

        /** The last change of a balance: what it was, and when. */
        private record Step(double before, long atNs) {}

        /** More is refused (Essentials' max-money). */
        private static final double MOST = 1e9;

        Purse(Store store, String way) {
            this.store = store;
            late = way.equals("late");
            slow = way.equals("slow");
        }

        private static void mainThread() {
            if (!org.bukkit.Bukkit.isPrimaryThread()) throw new IllegalStateException("an economy of Vault belongs to the main thread");
        }

        @Override
        public boolean isEnabled() {
            return true;
        }

        double of(OfflinePlayer player) {
            Double balance = Json.decimal(store.values.get(player.getUniqueId().toString()));
            return balance == null ? 0 : balance;
        }

        @Override
        public double getBalance(OfflinePlayer player) {
            mainThread();
            Step last = steps.get(player.getUniqueId());
            return slow && last != null && System.nanoTime() - last.atNs < SLOW_NS ? last.before : of(player);
        }

        private EconomyResponse move(OfflinePlayer player, double step) {
            mainThread();
            Kill.point("before");
            double next = of(player) + step;
            if (next < 0 || next > MOST) return new EconomyResponse(0, of(player), EconomyResponse.ResponseType.FAILURE, "limit");
            steps.put(player.getUniqueId(), new Step(of(player), System.nanoTime()));
            store.values.put(player.getUniqueId().toString(), next);
            Kill.effect();
            Kill.point("after");
            if (!late) store.save();
            Kill.point("saved");
            return new EconomyResponse(step, next, EconomyResponse.ResponseType.SUCCESS, null);
        }

        @Override
        public EconomyResponse depositPlayer(OfflinePlayer player, double amount) {
            return move(player, amount);
        }

        @Override
        public EconomyResponse withdrawPlayer(OfflinePlayer player, double amount) {
            return move(player, -amount);
        }

        void set(OfflinePlayer player, double balance) {
            store.values.put(player.getUniqueId().toString(), balance);
            store.save();
        }
    }

    static final class Ranks extends Permission {
        private final Store store;

        Ranks(Store store) {
            this.store = store;
        }

        private List<String> of(OfflinePlayer player) {
            return new ArrayList<>(Json.texts(store.values.get(player.getUniqueId().toString())));
        }

        @Override
        public boolean playerInGroup(String world, OfflinePlayer player, String group) {
            return of(player).contains(group);
        }

        @Override
        public boolean playerAddGroup(String world, OfflinePlayer player, String group) {
            List<String> groups = of(player);
            groups.add(group);
            store.values.put(player.getUniqueId().toString(), groups);
            store.save();
            return true;
        }

        @Override
        public boolean playerRemoveGroup(String world, OfflinePlayer player, String group) {
            List<String> groups = of(player);
            groups.remove(group);
            store.values.put(player.getUniqueId().toString(), groups);
            store.save();
            return true;
        }

        @Override
        public String[] getGroups() {
            return new String[] {"default", "Vip"};
        }

        @Override
        public boolean hasGroupSupport() {
            return true;
        }
    }
}
