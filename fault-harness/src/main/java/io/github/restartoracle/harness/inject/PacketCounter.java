package io.github.restartoracle.harness.inject;

/** Numbers the packets of one direction of one connection. */
final class PacketCounter {
    private int packets;

    int next() {
        return ++packets;
    }
}
