package app.vitrine.bukkit;

import java.util.function.Consumer;
import net.kyori.adventure.text.Component;
import net.kyori.adventure.text.serializer.plain.PlainTextComponentSerializer;
import org.bukkit.Bukkit;
import org.bukkit.command.CommandSender;

/** What a command answers, where the server tells it: Paper has a sender for it, Spigot has not. */
final class PaperOutput {
    private static final int MOST = 180;
    static final boolean AVAILABLE = isAvailable();

    private PaperOutput() {}

    private static boolean isAvailable() {
        try {
            Class.forName("net.kyori.adventure.text.serializer.plain.PlainTextComponentSerializer");
            Bukkit.class.getMethod("createCommandSender", Consumer.class);
            return true;
        } catch (ReflectiveOperationException | LinkageError problem) {
            return false;
        }
    }

    /** A sender with the console's rights that writes what it hears into a text. */
    static CommandSender into(StringBuilder text) {
        return Bukkit.createCommandSender((Component line) -> {
            if (text.length() >= MOST) return;
            if (text.length() > 0) text.append(" · ");
            text.append(PlainTextComponentSerializer.plainText().serialize(line));
        });
    }
}
