package net.luckperms.api.model.user;

import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Signatures of LuckPerms/LuckPerms, api/src/main/java/net/luckperms/api/model/user/UserManager.java, 9b4fe67791e8 (5.5). */
public interface UserManager {
    CompletableFuture<User> loadUser(UUID uniqueId);

    CompletableFuture<Void> saveUser(User user);
}
