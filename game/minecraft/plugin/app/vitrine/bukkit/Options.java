package app.vitrine.bukkit;

import java.util.List;
import org.bukkit.configuration.ConfigurationSection;

/**
 * The owner's config.yml.
 *
 * @param commands the only commands that the shop may run; empty for all but those that rule the server
 * @param partialRemoval whether a removal takes what is there when it is less than asked
 * @param received what a player reads when something came; empty for nothing
 */
record Options(String token, String url, List<String> commands, boolean partialRemoval, boolean log, String received) {
    /** Where it is, for texts. */
    static final String FILE = "plugins/Vitrine/config.yml";
    private static final String RECEIVED = "&aSua compra chegou: {produto}. Obrigado!";

    /** Reads the file; what is missing in an older one has its default. */
    static Options read(ConfigurationSection file) {
        List<String> commands = file.getStringList("comandos");
        String one = file.getString("comandos", "");
        return new Options(file.getString("chave", "").strip(), file.getString("endereco", "").strip().replaceAll("/+$", ""),
            commands.isEmpty() && !one.isBlank() && !one.equals("[]") ? List.of(one.strip()) : commands,
            file.getBoolean("remover-dinheiro-parcial", false), file.getBoolean("registrar-entregas", true),
            file.getString("mensagem-entrega", RECEIVED));
    }
}
