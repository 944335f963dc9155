package io.github.restartoracle.harness.inject;

/**
 * The counters of an {@link InProcessLink} so far. Forward is from the clients to the server.
 *
 * @param accepted connections that clients opened
 * @param held the number of these that lost their first SYN or its SYN-ACK
 * @param established connections that reached the server
 * @param abandoned connections that the client closed before they were established: the server did not see them
 * @param givenUp connections whose handshake or data was retried as often as TCP does
 * @param refused connections that the server did not accept
 * @param reset connections that ended with a reset by either end
 * @param handshakeRetries SYNs beyond the first of a connection
 * @param retransmissions data segments beyond their first transmission
 * @param bytesForward payload delivered to the server
 * @param bytesBackward payload delivered to clients
 */
public record LinkCounters(
        long accepted,
        long held,
        long established,
        long abandoned,
        long givenUp,
        long refused,
        long reset,
        long handshakeRetries,
        long retransmissions,
        long bytesForward,
        long bytesBackward) {}
