package net.md_5.bungee.event;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Signatures of SpigotMC/BungeeCord, event/src/main/java/net/md_5/bungee/event/EventHandler.java, df0f3db3059d (26.1). */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface EventHandler {}
