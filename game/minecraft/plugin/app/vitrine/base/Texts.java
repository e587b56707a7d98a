package app.vitrine.base;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Texts that come from elsewhere, and texts that nobody may guess. */
public final class Texts {
    private static final SecureRandom RANDOM = new SecureRandom();

    private Texts() {}

    /** One line of at most {@code max} characters, without control characters and Minecraft's colour codes. */
    public static String clean(String text, int max) {
        String line = (text == null ? "" : text).replaceAll("§.", "").replaceAll("[\\p{Cntrl}§]+", " ").strip();
        if (line.length() <= max) return line;
        int end = Character.isHighSurrogate(line.charAt(max - 1)) ? max - 1 : max;
        return line.substring(0, end);
    }

    /** Random hex digits. */
    public static String random(int digits) {
        byte[] bytes = new byte[(digits + 1) / 2];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes).substring(0, digits);
    }

    /** Hex SHA-256. */
    public static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException problem) {
            // Every Java has it (java.security.MessageDigest, required algorithms).
            throw new IllegalStateException(problem);
        }
    }

    /** UTF-8. */
    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
