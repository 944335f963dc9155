package io.github.restartoracle.benchmarks.lab.simulator.tcp;

/** The segments that one end sends, until all are acknowledged. Not thread-safe. */
interface Sender {
    /** Puts a segment on the wire. */
    @FunctionalInterface
    interface Wire {
        void send(int segment, int payloadBytes, long nowNanos);
    }

    /** The sender that recovers as the settings say. */
    static Sender of(TcpSettings tcp, RoundTrip rtt, Wire wire) {
        return switch (tcp.recovery()) {
            case TIMEOUT, RENO, NEW_RENO -> new RenoSender(tcp, rtt, wire);
            case SACK, RACK -> new ScoreboardSender(tcp, rtt, wire);
        };
    }

    /** Linux begins with one segment if the handshake took more than one repetition. */
    void beginCarefully();

    /** How many segments there are, the one that closes included. */
    int written();

    boolean allAcknowledged();

    /** Nothing was acknowledged for too long. */
    boolean failed();

    /** Adds data; with {@code close} it is the last. */
    void write(int totalBytes, boolean close, long nowNanos);

    /**
     * The other end says what it has.
     *
     * @param got the first segment it misses
     * @param above segments above that one which it has
     * @param carriesData whether the packet brought data too, so that it is no duplicate acknowledgement
     */
    void acknowledged(int got, long[] above, boolean carriesData, long nowNanos);

    /** When {@link #timeElapsed} has something to do. */
    long timerNanos();

    void timeElapsed(long nowNanos);
}
