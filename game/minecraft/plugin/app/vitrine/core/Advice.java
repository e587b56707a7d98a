package app.vitrine.core;

import java.util.Map;

/** What an owner can do about a failure, in one line of the console. */
final class Advice {
    private static final Map<String, String> TEXTS = Map.of(
        "no_token", "Falta a chave do servidor. Copie a chave do painel para %s (chave) e use: vitrine recarregar.",
        "bad_url", "Falta o endereço da Vitrine, ou ele está errado. Copie o endereço do painel para %s (endereco: 'https://…') e use: vitrine recarregar.",
        "game_auth", "A Vitrine não reconheceu a chave deste servidor. Copie a chave do painel para %s (chave).",
        "game_token_revoked", "A chave deste servidor foi trocada ou bloqueada. Copie a chave nova do painel para %s.",
        "bad_signature", "Uma resposta veio sem a assinatura da Vitrine e foi ignorada. Confira a chave e a rede do servidor.",
        "clock_skew", "O relógio deste servidor está errado; acerte a hora do sistema.");

    private Advice() {}

    /** @param file where the owner's settings are */
    static String of(Client.Failure failure, String file) {
        String text = TEXTS.get(failure.code);
        if (text != null) return text.replace("%s", file);
        boolean says = failure.status == 426 || failure.status == 422;
        if (says && failure.getMessage() != null) return failure.getMessage();
        if (failure.status == 426) return "Esta versão do plugin não é mais aceita. Baixe a nova no painel.";
        return "Sem resposta da Vitrine (" + failure.code + (failure.getMessage() == null ? "" : ": " + failure.getMessage()) + "); tentando de novo.";
    }

    /** Whether one version is newer than another: {@code 1.10.0} than {@code 1.9.2}. */
    static boolean isNewer(String one, String other) {
        return number(one) > number(other);
    }

    private static long number(String version) {
        long sum = 0;
        String[] parts = version == null ? new String[0] : version.split("\\.");
        for (int place = 0; place < 3; place += 1) {
            String digits = place < parts.length ? parts[place].replaceAll("\\D.*", "") : "";
            sum = sum * 1000 + (digits.isEmpty() || digits.length() > 3 ? 0 : Integer.parseInt(digits));
        }
        return sum;
    }
}
