package net.kyori.adventure.text.serializer.plain;

import net.kyori.adventure.text.Component;

/** Components are their own text here. */
public interface PlainTextComponentSerializer {
    static PlainTextComponentSerializer plainText() {
        return Object::toString;
    }

    String serialize(Component component);
}
