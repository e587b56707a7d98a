package net.md_5.bungee.api.chat;

/** Signatures of SpigotMC/BungeeCord, chat/src/main/java/net/md_5/bungee/api/chat/TextComponent.java, df0f3db3059d (26.1). */
public final class TextComponent extends BaseComponent {
    public TextComponent(String text) { throw new UnsupportedOperationException(); }
}
