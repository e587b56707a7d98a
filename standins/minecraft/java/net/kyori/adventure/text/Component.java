package net.kyori.adventure.text;

/** A text (Component.java of KyoriPowered/adventure 4967d24cec3e). */
public interface Component {
    static TextComponent text(String content) {
        return new TextComponent() {
            @Override
            public String toString() {
                return content;
            }
        };
    }
}
