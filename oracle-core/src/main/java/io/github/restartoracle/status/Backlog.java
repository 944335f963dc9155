package io.github.restartoracle.status;

/**
 * The work that a path still has to do. Answers that go back on the connection of their request do not count: they cannot
 * be restarted.
 *
 * @param unacknowledged messages that are not acknowledged, those that were given up included
 * @param unresolved those of them that were not given up, parked ones included, and the acknowledgements that are being
 *     applied, whose messages may still be in the store
 * @param leaving those of them whose first transmission is still to be written. A failed one does not count: the oracle
 *     decides when its message is restarted
 * @param bytes the size of all unacknowledged messages together
 */
public record Backlog(int unacknowledged, int unresolved, int leaving, long bytes) {
    /** The backlog of a path without work. */
    public static final Backlog NONE = new Backlog(0, 0, 0, 0);

    /** {@return whether no message is unacknowledged} */
    public boolean isEmpty() {
        return unacknowledged == 0;
    }

    /**
     * Adds another backlog.
     *
     * @param other that of another path
     * @return the sum
     */
    public Backlog plus(Backlog other) {
        return new Backlog(
                unacknowledged + other.unacknowledged,
                unresolved + other.unresolved,
                leaving + other.leaving,
                bytes + other.bytes);
    }
}
