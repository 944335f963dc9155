package io.github.restartoracle.internal.pending;

/** A message that is nothing but a name. */
public final class Named extends Pending {
    private final String name;

    private Named(String name) {
        this.name = name;
    }

    /** Adds a new message to a set. */
    public static Named in(PendingSet<Named> set, String name, long nowNanos) {
        Named message = new Named(name);
        set.add(message, nowNanos);
        return message;
    }

    /** Adds a new message that an earlier process has transmitted. */
    static Named recovered(PendingSet<Named> set, String name, int attempts, long nowNanos) {
        Named message = new Named(name);
        set.recover(message, attempts, nowNanos);
        return message;
    }

    /** Returns the number of messages in a set, those that are suspended included. */
    public static int count(PendingSet<Named> set) {
        return set.sizeByAttempt().values().stream().mapToInt(Integer::intValue).sum();
    }

    @Override
    public String toString() {
        return name + "#" + transmissions();
    }
}
