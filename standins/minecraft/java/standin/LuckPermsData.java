package standin;

import app.vitrine.base.Json;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import net.luckperms.api.LuckPerms;
import net.luckperms.api.model.data.DataMutateResult;
import net.luckperms.api.model.data.NodeMap;
import net.luckperms.api.model.group.Group;
import net.luckperms.api.model.group.GroupManager;
import net.luckperms.api.model.user.User;
import net.luckperms.api.model.user.UserManager;
import net.luckperms.api.node.Node;
import net.luckperms.api.node.types.InheritanceNode;

/** LuckPerms: changes are in memory until a user is saved (LuckPerms/LuckPerms 9b4fe67791e8, ApiUserManager.saveUser). */
public final class LuckPermsData implements LuckPerms, UserManager, GroupManager {
    private final Store store;
    private final Map<UUID, Holder> loaded = new HashMap<>();
    private final Set<String> groups = new LinkedHashSet<>(List.of("default", "vip", "vip-ouro"));

    /** Equal by group: no end, no context (AbstractNode.equals). */
    public record GroupNode(String group) implements InheritanceNode {
        public GroupNode {
            // Inheritance.builder: group names are in lower case.
            group = group.toLowerCase(Locale.ROOT);
        }
    }

    private record Holder(UUID id, Set<Node> nodes) implements User, NodeMap {
        @Override
        public NodeMap data() {
            return this;
        }

        @Override
        public Collection<Node> toCollection() {
            return Set.copyOf(nodes);
        }

        @Override
        public DataMutateResult add(Node node) {
            nodes.add(node);
            return null;
        }

        @Override
        public DataMutateResult remove(Node node) {
            nodes.remove(node);
            return null;
        }
    }

    LuckPermsData(Store store) {
        this.store = store;
    }

    @Override
    public UserManager getUserManager() {
        return this;
    }

    @Override
    public GroupManager getGroupManager() {
        return this;
    }

    @Override
    public synchronized CompletableFuture<User> loadUser(UUID id) {
        if (org.bukkit.Bukkit.isPrimaryThread()) throw new IllegalStateException("the main thread must not wait for the storage");
        Set<Node> nodes = new LinkedHashSet<>();
        for (String one : Json.texts(store.values.get(id.toString()))) nodes.add(new GroupNode(one));
        Holder holder = new Holder(id, nodes);
        loaded.put(id, holder);
        return CompletableFuture.completedFuture(holder);
    }

    @Override
    public synchronized CompletableFuture<Void> saveUser(User user) {
        Kill.point("before");
        Holder holder = (Holder) user;
        store.values.put(holder.id.toString(), holder.nodes.stream().map(node -> ((GroupNode) node).group()).toList());
        store.save();
        Kill.point("after");
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public Group getGroup(String name) {
        return groups.contains(name) ? () -> name : null;
    }

    @Override
    public Set<Group> getLoadedGroups() {
        Set<Group> found = new LinkedHashSet<>();
        for (String one : groups) found.add(() -> one);
        return found;
    }
}
