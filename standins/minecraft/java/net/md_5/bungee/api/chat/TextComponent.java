package net.md_5.bungee.api.chat;

/** A text (TextComponent.java of SpigotMC/BungeeCord df0f3db3059d). */
public final class TextComponent extends BaseComponent {
    private final String text;

    public TextComponent(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
