package io.github.restartoracle.internal.attempt;

/** The open connections that an attempt may use: any, none, or those heard from since the outage that caused the attempt began. */
public final class ConnectionReuse {
    /** Lets an attempt use any connection. */
    public static final ConnectionReuse ANY = new ConnectionReuse(0);

    /** Gives an attempt a connection of its own. The others are not judged: they may be good for other attempts. */
    public static final ConnectionReuse NONE = new ConnectionReuse(0);

    private final long sinceNanos;

    private ConnectionReuse(long sinceNanos) {
        this.sinceNanos = sinceNanos;
    }

    /** Returns a reuse that also excludes the connections without input since a time on the clock of the path. */
    public ConnectionReuse since(long nanos) {
        boolean isStricter = this == ANY || (this != NONE && nanos - sinceNanos > 0);
        return isStricter ? new ConnectionReuse(nanos) : this;
    }

    /**
     * Returns whether the attempt may use a connection.
     *
     * @param lastHeardNanos the time of the last input on the connection, or when it was connected, on the clock of the path
     */
    public boolean allows(long lastHeardNanos) {
        return this == ANY || (this != NONE && lastHeardNanos - sinceNanos >= 0);
    }
}
