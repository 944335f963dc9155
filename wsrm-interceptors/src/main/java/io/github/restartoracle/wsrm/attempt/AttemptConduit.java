package io.github.restartoracle.wsrm.attempt;

/**
 * Marks a CXF conduit that knows {@linkplain Attempt attempts}: for a message with an attempt it reports the phases, can be
 * told to abandon, and returns from sending without waiting for the network.
 */
public interface AttemptConduit {}
