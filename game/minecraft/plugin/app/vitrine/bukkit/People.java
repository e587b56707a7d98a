package app.vitrine.bukkit;

import app.vitrine.core.Delivery;
import app.vitrine.core.PlayerKeys;
import app.vitrine.core.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.bukkit.Bukkit;
import org.bukkit.OfflinePlayer;
import org.bukkit.entity.Player;

/**
 * Players by the names that Vitrine knows. Vitrine writes names in lower case. On a server without Mojang's login each
 * spelling of a name is another player, so the spelling is found among those who have played here.
 */
final class People {
    private static final long LOOK_EVERY_NS = TimeUnit.SECONDS.toNanos(60);
    private static final int MOJANG_UUID = 4;
    private final Map<String, List<OfflinePlayer>> byName = new HashMap<>();
    private Long lookedAt;

    /** The keys of a player who is there, as {@code online} tells them. */
    static List<String> keysOf(OfflinePlayer player) {
        return PlayerKeys.of(player.getName(), player.getUniqueId());
    }

    /** The player if they are there, else null. Any thread. */
    Player online(Delivery delivery) {
        Player found = null;
        for (Player one : Bukkit.getOnlinePlayers()) {
            if (!keysOf(one).contains(delivery.player())) continue;
            if (found != null) throw new Refusal("player_ambiguous");
            found = one;
        }
        return found;
    }

    /**
     * The player, there or not. May wait for Mojang or for the disk, so it must not be called in the game's thread.
     *
     * @throws Refusal {@code player_not_found}, {@code player_ambiguous}
     */
    OfflinePlayer find(Delivery delivery) {
        Player here = online(delivery);
        if (here != null) return here;
        if (delivery.kind().equals("minecraft_uuid")) return Bukkit.getOfflinePlayer(UUID.fromString(delivery.value()));
        if (!delivery.kind().equals("minecraft_name")) throw new Refusal("player_not_found");
        // With Mojang's login, a name has one owner. Bedrock names (with "." or "*") are none of Mojang's.
        if (Bukkit.getOnlineMode() && delivery.value().matches("\\w+")) {
            OfflinePlayer owner = Bukkit.getOfflinePlayer(delivery.value());
            // Bukkit makes an id out of the name when Mojang knows nobody.
            if (owner.getUniqueId().version() == MOJANG_UUID) return owner;
        }
        List<OfflinePlayer> found = played(delivery.value());
        if (found.isEmpty()) throw new Refusal("player_not_found", "Nenhum jogador com este nome entrou neste servidor");
        if (found.size() > 1) throw new Refusal("player_ambiguous");
        return found.get(0);
    }

    /** The same, of a player who has played here. */
    OfflinePlayer findPlayed(Delivery delivery) {
        OfflinePlayer player = find(delivery);
        if (player.isOnline() || player.hasPlayedBefore()) return player;
        throw new Refusal("player_not_found", "Este jogador ainda não entrou neste servidor");
    }

    private synchronized List<OfflinePlayer> played(String name) {
        if (!byName.containsKey(name) && (lookedAt == null || System.nanoTime() - lookedAt > LOOK_EVERY_NS)) {
            byName.clear();
            for (OfflinePlayer one : Bukkit.getOfflinePlayers()) remember(one);
            lookedAt = System.nanoTime();
        }
        return byName.getOrDefault(name, List.of());
    }

    /** This player has played here. */
    synchronized void remember(OfflinePlayer player) {
        if (player.getName() == null) return;
        List<OfflinePlayer> same = byName.computeIfAbsent(player.getName().toLowerCase(Locale.ROOT), key -> new ArrayList<>());
        same.removeIf(one -> one.getUniqueId().equals(player.getUniqueId()));
        same.add(player);
    }
}
