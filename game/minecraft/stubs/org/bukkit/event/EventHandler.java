package org.bukkit.event;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/org/bukkit/event/EventHandler.java, 153752dfac15 (1.17) and 6c8d413223ba (26.2). */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface EventHandler {
    EventPriority priority();
}
