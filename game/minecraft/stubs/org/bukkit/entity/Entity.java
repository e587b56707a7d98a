package org.bukkit.entity;

import io.papermc.paper.threadedregions.scheduler.EntityScheduler;
import java.util.UUID;
import org.bukkit.command.CommandSender;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/org/bukkit/entity/Entity.java, 153752dfac15 (1.17) and 6c8d413223ba (26.2). */
public interface Entity extends CommandSender {
    UUID getUniqueId();

    // Only in 26.2; the jar calls it where it is.
    EntityScheduler getScheduler();
}
