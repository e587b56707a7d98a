package net.kyori.adventure.text.serializer.plain;

import net.kyori.adventure.text.Component;

/** Signatures of KyoriPowered/adventure, text-serializer-plain/src/main/java/net/kyori/adventure/text/serializer/plain/PlainTextComponentSerializer.java, 4967d24cec3e (4.18). */
public interface PlainTextComponentSerializer {
    static PlainTextComponentSerializer plainText() { throw new UnsupportedOperationException(); }

    String serialize(Component component);
}
