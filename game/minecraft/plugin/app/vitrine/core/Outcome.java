package app.vitrine.core;

import app.vitrine.base.Json;
import app.vitrine.base.Texts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What became of a delivery. The codes are the protocol's (docs/game-server-protocol.md, Outcomes).
 *
 * @param at unix seconds by Vitrine's clock; 0 while it is not decided
 */
public record Outcome(String status, String code, String message, Map<String, Object> detail, long at) {
    private static final int MESSAGE_MAX = 255;
    private static final int VALUE_MAX = 100;
    private static final int PAIRS_MAX = 20;
    private static final Set<String> STATUSES = Set.of("succeeded", "failed", "deferred", "uncertain");
    private static final Set<String> SUCCESS = Set.of("ok", "already_owned", "not_banned", "not_owned", "executed");
    private static final Set<String> DEFERRED = Set.of("player_offline", "inventory_full", "framework_missing",
        "db_unavailable", "adapter_error", "timeout", "storage_unavailable", "held_back");
    private static final Map<String, String> TEXTS = Map.ofEntries(
        Map.entry("ok", "Entregue"),
        Map.entry("already_owned", "O jogador já possuía"),
        Map.entry("not_banned", "O jogador não estava banido"),
        Map.entry("not_owned", "O jogador não possuía"),
        Map.entry("executed", "Comando executado"),
        Map.entry("player_not_found", "Jogador não encontrado no servidor"),
        Map.entry("player_offline", "Jogador fora do servidor; será entregue quando entrar"),
        Map.entry("player_ambiguous", "Mais de um jogador com este nome; use o UUID ou confira as maiúsculas"),
        Map.entry("inventory_full", "Inventário cheio"),
        Map.entry("invalid_item", "Item inválido: confira o produto"),
        Map.entry("invalid_group", "Grupo inválido: confira o produto"),
        Map.entry("invalid_args", "Dado inválido: confira o produto"),
        Map.entry("insufficient_funds", "Saldo insuficiente para remover"),
        Map.entry("command_not_found", "Comando inexistente no servidor"),
        Map.entry("command_denied", "Comando sem permissão no servidor"),
        Map.entry("unsupported_action", "Este servidor não oferece esta ação"),
        Map.entry("framework_missing", "O plugin de que esta entrega precisa não está ativo"),
        Map.entry("adapter_error", "Erro no servidor"),
        Map.entry("timeout", "O servidor não respondeu a tempo"),
        Map.entry("storage_unavailable", "O servidor não guardou o registro da entrega; nada foi executado"),
        Map.entry("held_back", "Espera uma entrega anterior deste jogador"),
        Map.entry("uncertain", "Não foi possível confirmar; verifique no servidor"),
        Map.entry("expired", "Prazo esgotado"),
        Map.entry("cancelled", "Cancelada"));

    static String textOf(String code) {
        return TEXTS.getOrDefault(code, code);
    }

    /** An outcome with its code's own text. */
    public static Outcome of(String code) {
        return of(code, textOf(code), null);
    }

    /** @param message pt-BR; cut at 255 characters */
    public static Outcome of(String code, String message) {
        return of(code, message, null);
    }

    public static Outcome of(String code, String message, Map<String, Object> detail) {
        return new Outcome(statusOf(code), code, Texts.clean(message, MESSAGE_MAX), plain(detail), 0);
    }

    /** The same outcome, decided at this time. */
    public Outcome at(long seconds) {
        return new Outcome(status, code, message, detail, seconds);
    }

    /** An outcome as the journal keeps it; null if it says nothing that Vitrine knows. */
    static Outcome read(Object raw) {
        Map<String, Object> row = Json.object(raw);
        String status = Json.text(row.get("status"));
        String code = Json.text(row.get("code"));
        if (status == null || !STATUSES.contains(status) || code == null || !code.matches("\\w{1,40}")) return null;
        String message = Json.text(row.get("message"));
        Long at = Json.whole(row.get("at"));
        return new Outcome(status, code, Texts.clean(message == null ? textOf(code) : message, MESSAGE_MAX),
            plain(Json.object(row.get("detail"))), at == null ? 0 : at);
    }

    Map<String, Object> toJson() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("status", status);
        row.put("code", code);
        row.put("message", message);
        row.put("at", at);
        row.put("detail", detail);
        return row;
    }

    private static String statusOf(String code) {
        if (SUCCESS.contains(code)) return "succeeded";
        if (DEFERRED.contains(code)) return "deferred";
        return "uncertain".equals(code) ? "uncertain" : "failed";
    }

    /** Of a detail, what the protocol can carry: short texts, finite numbers, true and false. */
    private static Map<String, Object> plain(Map<String, Object> detail) {
        if (detail == null) return null;
        Map<String, Object> found = new LinkedHashMap<>();
        detail.forEach((key, value) -> {
            if (found.size() == PAIRS_MAX || !key.matches("\\w{1,40}")) return;
            if (value instanceof String text) found.put(key, Texts.clean(text, VALUE_MAX));
            else if (value instanceof Boolean || Json.decimal(value) != null) found.put(key, value);
        });
        return found.isEmpty() ? null : found;
    }
}
