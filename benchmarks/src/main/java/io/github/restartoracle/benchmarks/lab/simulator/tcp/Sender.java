package io.github.restartoracle.benchmarks.lab.simulator.tcp;

/** The segments that one end sends, until all are acknowledged. Not thread-safe. */
interface Sender {
    /** Sends segments. */
    @FunctionalInterface
    interface Wire {
        void send(int segment, int payloadBytes, long nowNanos);
    }

    /** Creates the sender for the recovery in the settings. */
    static Sender of(TcpSettings tcp, TcpRoundTrip rtt, Wire wire) {
        return switch (tcp.recovery()) {
            case TIMEOUT, RENO, NEW_RENO -> new RenoSender(tcp, rtt, wire);
            case SACK, RACK -> new ScoreboardSender(tcp, rtt, wire);
        };
    }

    /** Begins with one segment, as Linux does if the handshake took more than one repetition. */
    void beginCarefully();

    /** Returns the number of segments, including the one that closes. */
    int written();

    boolean allAcknowledged();

    /** Tells if no segment was acknowledged for too long. */
    boolean failed();

    /** Adds data; with {@code close} it is the last. */
    void write(int totalBytes, boolean close, long nowNanos);

    /**
     * Handles an acknowledgement of the other end.
     *
     * @param got the first segment that it misses
     * @param above the segments after that one which it has
     * @param carriesData true if the packet brought data too, so that it is no duplicate acknowledgement
     */
    void acknowledged(int got, long[] above, boolean carriesData, long nowNanos);

    /** Returns the time at which {@link #timeElapsed} must be called. */
    long timerNanos();

    void timeElapsed(long nowNanos);
}
