package app.vitrine.bukkit;

import java.util.Collection;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.luckperms.api.LuckPerms;
import net.luckperms.api.model.group.Group;
import net.luckperms.api.model.user.User;
import net.luckperms.api.node.Node;
import net.luckperms.api.node.types.InheritanceNode;
import org.bukkit.OfflinePlayer;

/**
 * Groups of LuckPerms, by its API. Only loaded where it is installed. It answers outside the game's thread, and its users
 * are saved before the answer counts.
 */
final class LuckPermsGroups implements Groups {
    private static final long LIMIT_MS = 10000;
    private final LuckPerms api;

    LuckPermsGroups(LuckPerms api) {
        this.api = api;
    }

    private static <T> T wait(CompletableFuture<T> answer) {
        try {
            return answer.get(LIMIT_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException problem) {
            throw new IllegalStateException("o LuckPerms não respondeu: " + problem, problem);
        } catch (InterruptedException problem) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("o servidor está desligando", problem);
        }
    }

    private User user(OfflinePlayer player) {
        return wait(api.getUserManager().loadUser(player.getUniqueId()));
    }

    @Override
    public boolean exists(String group) {
        return api.getGroupManager().getGroup(group.toLowerCase(Locale.ROOT)) != null;
    }

    private static Node nodeOf(String group) {
        return InheritanceNode.builder(group.toLowerCase(Locale.ROOT)).build();
    }

    @Override
    public boolean has(OfflinePlayer player, String group) {
        // A node with an end or for one world only is another node: it is not what was bought.
        return user(player).data().toCollection().contains(nodeOf(group));
    }

    @Override
    public void add(OfflinePlayer player, String group) {
        User user = user(player);
        user.data().add(nodeOf(group));
        wait(api.getUserManager().saveUser(user));
    }

    @Override
    public void remove(OfflinePlayer player, String group) {
        User user = user(player);
        user.data().remove(nodeOf(group));
        wait(api.getUserManager().saveUser(user));
    }

    @Override
    public Collection<String> names() {
        return api.getGroupManager().getLoadedGroups().stream().map(Group::getName).toList();
    }

    @Override
    public boolean complete() {
        return true;
    }
}
