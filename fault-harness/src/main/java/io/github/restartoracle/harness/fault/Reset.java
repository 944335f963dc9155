package io.github.restartoracle.harness.fault;

/**
 * Resets TCP connections: each packet is answered with a reset and does not arrive, as if the receiver had no listener. New
 * connections are refused, and open ones break when data is sent over them. The resets themselves are packets of the other
 * direction, and subject to its faults.
 *
 * @param window the times at which it is in force
 * @param direction the direction of the packets it answers
 */
public record Reset(Window window, Direction direction) implements Fault {}
