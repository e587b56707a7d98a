package org.bukkit;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/org/bukkit/BanList.java, 153752dfac15 (1.17) and 6c8d413223ba (26.2). It has a type parameter in 26.2, and pardon(String) beside pardon(T). */
public interface BanList {
    void pardon(String target);

    enum Type {
        NAME
    }
}
