package org.bukkit;

/** The one function that the plugin uses. */
public enum ChatColor {
    ;

    public static String translateAlternateColorCodes(char sign, String text) {
        return text.replaceAll(sign + "([0-9a-fk-orA-FK-OR])", "§$1");
    }
}
