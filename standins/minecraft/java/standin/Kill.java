package standin;

/** Ends this process like {@code kill -9}, at a named point, once. */
public final class Kill {
    private static volatile String at = "";
    private static volatile boolean armed;

    private Kill() {}

    /** {@code before}, {@code after}: around an effect; {@code saved}: after its file is on disk; {@code turn}: after its tick. */
    public static void arm(String point) {
        at = point;
        armed = false;
    }

    /** An effect happens in this tick. */
    public static void effect() {
        armed = true;
    }

    public static void point(String name) {
        if (!name.equals(at)) return;
        if (name.equals("turn") && !armed) return;
        Runtime.getRuntime().halt(137);
    }
}
