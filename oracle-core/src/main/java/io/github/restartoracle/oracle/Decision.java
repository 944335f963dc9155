package io.github.restartoracle.oracle;

/** What is to be done with a message whose timeout has elapsed. */
public enum Decision {
    /** Transmit the message once more; what is in flight goes on. The restart of the paper. */
    AGAIN,
    /** Open one more connection for the same transmission, which is written over the first that stands. */
    RACE,
    /** Close the connection of the last transmission so that nothing more of it is sent, then transmit once more. */
    REPLACE,
    /** Wait for the timeout once more. */
    WAIT,
    /**
     * Wait for the timeout once more, and ask the destination over a connection of its own for an acknowledgement (WS-RM
     * AckRequested without a message). Where the transport cannot, it is {@link #WAIT}.
     */
    ASK,
    /** Make no further transmission. */
    GIVE_UP
}
