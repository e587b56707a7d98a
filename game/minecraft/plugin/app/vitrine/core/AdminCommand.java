package app.vitrine.core;

import java.util.List;

/** The answers to {@code /vitrine}, for whoever keeps the server. */
public final class AdminCommand {
    private static final int SHOWN = 50;

    private AdminCommand() {}

    /** The lines of an answer; {@code recarregar} is of the layer that has the settings. {@code running}: null before it began. */
    public static List<String> answer(String word, Vitrine running) {
        if (running == null) return List.of("A Vitrine ainda não começou: veja o console.");
        switch (word) {
            case "status":
                return running.status();
            case "pendentes":
                List<String> lines = running.pending().list(null).stream().limit(SHOWN).map(AdminCommand::lineOf).toList();
                return lines.isEmpty() ? List.of("Nenhuma entrega pendente neste servidor") : lines;
            case "sincronizar":
                running.synchronize();
                return List.of("Lendo os nomes de novo e consultando a Vitrine…");
            default:
                return List.of("Uso: vitrine status | pendentes | sincronizar | recarregar");
        }
    }

    private static String lineOf(Pending.Entry one) {
        return "Pedido " + one.order() + " · " + one.player() + " · " + one.label() + ": " + one.state() + (one.message() == null ? "" : " (" + one.message() + ")");
    }
}
