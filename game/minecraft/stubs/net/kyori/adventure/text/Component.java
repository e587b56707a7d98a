package net.kyori.adventure.text;

/** Signatures of KyoriPowered/adventure, api/src/main/java/net/kyori/adventure/text/Component.java, 4967d24cec3e (4.18). */
public interface Component {
    static TextComponent text(String content) { throw new UnsupportedOperationException(); }
}
