package org.bukkit.command;

/** A command by its name. */
public abstract class Command {
    private final String name;

    protected Command(String name) {
        this.name = name;
    }

    public String getName() {
        return name;
    }
}
