package org.bukkit;

/** Signatures of PaperMC/Paper, paper-api/src/main/java/org/bukkit/ChatColor.java, 153752dfac15 (1.17) and 6c8d413223ba (26.2). */
public enum ChatColor {
    ;

    public static String translateAlternateColorCodes(char altColorChar, String textToTranslate) { throw new UnsupportedOperationException(); }
}
