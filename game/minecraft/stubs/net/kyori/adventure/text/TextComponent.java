package net.kyori.adventure.text;

/** Signatures of KyoriPowered/adventure, api/src/main/java/net/kyori/adventure/text/TextComponent.java, 4967d24cec3e (4.18). */
public interface TextComponent extends Component {}
