package standin;

import app.vitrine.base.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bukkit.BanList;
import org.bukkit.OfflinePlayer;
import org.bukkit.entity.Player;

/** Players, whitelist and bans, with their files. */
public final class People {
    final StandinServer server;
    final Store whitelist;
    private final Bans bans;
    private final Map<UUID, Person> byId = new ConcurrentHashMap<>();
    /** CraftServer.getOnlinePlayers is a view of a list that other threads may read. */
    private final List<Person> online = new CopyOnWriteArrayList<>();
    /** Names that Mojang knows, in lower case, with their owner's spelling. */
    final Map<String, String> mojang = new ConcurrentHashMap<>();

    People(StandinServer server) {
        this.server = server;
        whitelist = new Store(server.folder.resolve("whitelist.json"));
        bans = new Bans(new Store(server.folder.resolve("banned-players.json")));
    }

    /** The ban list by names (CraftProfileBanList.pardon(String), line 155). */
    static final class Bans implements BanList {
        private final Store store;

        Bans(Store store) {
            this.store = store;
        }

        void ban(String name) {
            store.values.put(name.toLowerCase(java.util.Locale.ROOT), true);
            store.save();
        }

        boolean isBanned(String name) {
            return name != null && store.values.containsKey(name.toLowerCase(java.util.Locale.ROOT));
        }

        @Override
        public void pardon(String name) {
            store.values.remove(name.toLowerCase(java.util.Locale.ROOT));
            store.save();
        }
    }

    public Bans bans() {
        return bans;
    }

    Store fileOf(UUID id) {
        return new Store(server.folder.resolve("playerdata/" + id + ".json"));
    }

    boolean hasFile(UUID id) {
        return Files.exists(server.folder.resolve("playerdata/" + id + ".json"));
    }

    /** NameAndId.createOffline: without Mojang's login the id is made of the spelling. */
    private static UUID offlineId(String name) {
        return UUID.nameUUIDFromBytes(("OfflinePlayer:" + name).getBytes(StandardCharsets.UTF_8));
    }

    private static UUID mojangId(String name) {
        UUID made = offlineId("mojang:" + name);
        return new UUID(made.getMostSignificantBits() & ~0xF000L | 0x4000L, made.getLeastSignificantBits());
    }

    private UUID idOf(String name) {
        String owner = server.onlineMode ? mojang.get(name.toLowerCase(java.util.Locale.ROOT)) : null;
        return owner == null ? offlineId(name) : mojangId(owner);
    }

    public List<? extends Player> online() {
        return online;
    }

    Person find(String name) {
        return online.stream().filter(one -> one.getName().equalsIgnoreCase(name)).findFirst().orElse(null);
    }

    /** CraftServer.getOfflinePlayer(String), line 1933: who is there, else Mojang's owner, else an id made of the name. */
    public OfflinePlayer byName(String name) {
        Person here = find(name);
        if (here != null) return here;
        if (server.clock.isHere()) throw new IllegalStateException("the main thread must not wait for Mojang");
        return byId.computeIfAbsent(idOf(name), id -> new Person(this, id, name));
    }

    /** CraftServer.getOfflinePlayer(UUID), line 1981: the name is the one of the player's file, or none. */
    public OfflinePlayer byId(UUID id) {
        return byId.computeIfAbsent(id, key -> new Person(this, id, Json.text(fileOf(id).values.get("name"))));
    }

    /** CraftServer.getOfflinePlayers, line 2184: those with a file. */
    public OfflinePlayer[] played() {
        List<OfflinePlayer> found = new ArrayList<>();
        String[] files = server.folder.resolve("playerdata").toFile().list();
        for (String one : files == null ? new String[0] : files) {
            if (one.endsWith(".json")) found.add(byId(UUID.fromString(one.substring(0, 36))));
        }
        return found.toArray(new OfflinePlayer[0]);
    }

    Person join(String name) {
        UUID id = idOf(name);
        Person person = new Person(this, id, name);
        person.load(fileOf(id));
        byId.put(id, person);
        person.here = true;
        online.add(person);
        // The file exists from the first visit on.
        if (!hasFile(id)) person.saveData();
        return person;
    }

    /** PlayerList.remove saves. */
    void quit(Person person) {
        person.saveData();
        person.here = false;
        online.remove(person);
    }

}
