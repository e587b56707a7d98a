package net.kyori.adventure.audience;

import net.kyori.adventure.text.Component;

/** Signatures of KyoriPowered/adventure, api/src/main/java/net/kyori/adventure/audience/Audience.java, 4967d24cec3e (4.18). There it has a body. */
public interface Audience {
    void sendMessage(Component message);
}
