package app.vitrine.core;

import app.vitrine.base.Json;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Checks everything from the network before any other code uses it. */
public final class Arguments {
    /** Actions that can run twice without a further effect. */
    private static final Set<String> HARMLESS = Set.of("add_group", "remove_group", "add_whitelist", "remove_whitelist", "remove_ban");
    /** No console reads a group's name, so it may have spaces inside and letters of any alphabet. */
    private static final Pattern GROUP = Pattern.compile("(?! )[\\p{L}\\p{M}\\p{N}_.:| -]{1,64}(?<! )");
    private static final Pattern ITEM = Pattern.compile("[a-z0-9_.-]+(:[a-z0-9_./-]+)?");
    private static final long AMOUNT_MAX = 2147483647L;
    private static final Map<String, Pattern> KINDS = Map.of(
        "minecraft_name", Pattern.compile("[.*]?[a-z0-9_]{1,16}"),
        "minecraft_uuid", Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"),
        "discord_id", Pattern.compile("\\d{17,20}"));

    private Arguments() {}

    public static boolean isHarmless(String action) {
        return HARMLESS.contains(action);
    }

    /** Whether nobody can look at what the action did. */
    static boolean isBlind(String action) {
        return action.equals("execute_command");
    }

    /**
     * Whether the delivery names a player that this game can know. A Discord id may stand in commands only, because their
     * arguments say who it is.
     *
     * @throws Refusal {@code player_not_found} for any other
     */
    static void checkPlayer(Delivery delivery) {
        Pattern form = KINDS.get(delivery.kind());
        boolean known = form != null && form.matcher(delivery.value()).matches();
        if (!known || delivery.kind().equals("discord_id") && !isBlind(delivery.action())) {
            throw new Refusal("player_not_found",
                "Este servidor conhece os jogadores pelo nome ou pelo UUID: confira o ID do jogador no painel");
        }
    }

    /** @throws Refusal {@code invalid_args} */
    public static String group(Object value) {
        if (value instanceof String name && GROUP.matcher(name).matches()) return name;
        throw new Refusal("invalid_args", "Grupo inválido: confira o produto");
    }

    /** @throws Refusal {@code invalid_args} */
    public static String item(Object value) {
        // Materials are written in small letters, and a product may name one in the letters of Bukkit: DIAMOND.
        String name = value instanceof String text ? text.toLowerCase(Locale.ROOT) : "";
        if (name.length() <= 64 && ITEM.matcher(name).matches()) return name;
        throw new Refusal("invalid_args", "Item inválido: confira o produto");
    }

    /** A whole number from 1 to 2 147 483 647. @throws Refusal {@code invalid_args} */
    public static int amount(Object value) {
        Long number = value instanceof Number ? Json.whole(value) : null;
        if (number != null && number >= 1 && number <= AMOUNT_MAX) return number.intValue();
        throw new Refusal("invalid_args", "Quantia inválida: confira o produto");
    }
}
