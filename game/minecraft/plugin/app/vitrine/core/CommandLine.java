package app.vitrine.core;

import app.vitrine.base.Json;
import app.vitrine.base.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lines for a Minecraft console. The console knows no quotes and no escapes: it splits a line at its spaces
 * (SimpleCommandMap.dispatch of Bukkit). So one argument is one word, and a value can never become two.
 */
public final class CommandLine {
    private static final int BYTES_MAX = 4096;
    private static final int TOKENS_MAX = 128;
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{[a-z0-9_]+\\}\\}");
    /** What gives a text a meaning of its own inside JSON, item data and selectors. */
    private static final String STRUCTURE = "\"'\\\\{}\\[\\]@,=";

    private CommandLine() {}

    /**
     * The line of the owner's template and its arguments.
     *
     * @throws Refusal {@code invalid_args} unless each argument is its token of the template, with a value in the place of
     *     each placeholder and the owner's texts unchanged
     */
    public static String of(Object template, Object argv) {
        String text = Json.text(template);
        List<String> words = Json.texts(argv);
        if (text == null || text.isBlank() || words.isEmpty() || words.size() != Json.list(argv).size()) throw no("Comando vazio");
        List<String> tokens = tokens(text);
        if (PLACEHOLDER.matcher(tokens.get(0)).find()) throw no("Comando que começa com uma variável");
        if (tokens.get(0).startsWith("/")) throw no("Comando com barra: escreva sem a barra no produto");
        if (tokens.size() != words.size()) throw no("Comando com outro número de argumentos que o do modelo");
        boolean structured = PLACEHOLDER.matcher(text).replaceAll("").matches(".*[\"'{\\[@].*");
        for (int place = 0; place < tokens.size(); place += 1) check(tokens.get(place), words.get(place), structured);
        String line = String.join(" ", words);
        if (Texts.bytes(line).length > BYTES_MAX || words.size() > TOKENS_MAX) throw no("Comando grande demais");
        return line;
    }

    /** The words of a line of {@link #of} that are not the owner's own text, by their places; 0 is the command. */
    public static Map<Integer, String> values(Object template, String line) {
        List<String> tokens = tokens(Json.text(template));
        String[] words = line.split(" ");
        Map<Integer, String> found = new TreeMap<>();
        for (int place = 0; place < words.length; place += 1) if (!words[place].equals(tokens.get(place))) found.put(place, words[place]);
        return found;
    }

    private static Refusal no(String reason) {
        return new Refusal("invalid_args", reason);
    }

    private static List<String> tokens(String template) {
        List<String> tokens = new ArrayList<>();
        for (String token : template.split(" ")) if (!token.isEmpty()) tokens.add(token);
        if (tokens.isEmpty() || !tokens.stream().allMatch(CommandLine::isWord)) throw no("O modelo do comando não pode ser lido");
        return tokens;
    }

    /** One word, as the console reads it. */
    private static boolean isWord(String text) {
        return !text.isEmpty() && text.codePoints().noneMatch(one -> Character.isISOControl(one) || Character.isWhitespace(one)
            || Character.isSpaceChar(one) || one == '§' || Character.getType(one) == Character.SURROGATE
            || Character.getType(one) == Character.FORMAT);
    }

    private static void check(String token, String word, boolean structured) {
        if (!isWord(word)) throw no("Comando com um valor vazio, com espaço ou com caracteres inválidos");
        Matcher found = PLACEHOLDER.matcher(token);
        StringBuilder form = new StringBuilder();
        int from = 0;
        while (found.find()) {
            form.append(Pattern.quote(token.substring(from, found.start())));
            // A value may be empty beside other text, and has none of the characters that would say more than a name.
            form.append(structured ? "[^" + STRUCTURE + "]*" : ".*");
            from = found.end();
        }
        form.append(Pattern.quote(token.substring(from)));
        if (!Pattern.compile(form.toString(), Pattern.DOTALL).matcher(word).matches()) throw no("Comando com um argumento fora do lugar");
        // "@a" would name every player. Only the owner may write it.
        if (word.startsWith("@") && !token.startsWith("@")) throw no("Um valor não pode ser um seletor (@)");
        // So do "*" and "**" for many plugins, and a permission "*" is all permissions.
        if (word.matches("\\*+") && !word.equals(token)) throw no("Um valor não pode ser só *");
    }
}
