package io.github.restartoracle.wsrm.replay;

/**
 * A reliable request: its position in its sequence.
 *
 * @param sequence the identifier of the sequence
 * @param number 1 or more
 */
record RequestKey(String sequence, long number) {}
