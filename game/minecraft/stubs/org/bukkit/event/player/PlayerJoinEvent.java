package org.bukkit.event.player;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/org/bukkit/event/player/PlayerJoinEvent.java, 153752dfac15 (1.17) and 6c8d413223ba (26.2). */
public class PlayerJoinEvent extends PlayerEvent {}
