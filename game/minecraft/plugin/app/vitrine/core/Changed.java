package app.vitrine.core;

/** The value that the journal was told is no longer the player's: nothing happened, and the delivery looks again. */
public final class Changed extends RuntimeException {
    private static final long serialVersionUID = 1;

    public Changed() {
        super(null, null, false, false);
    }
}
