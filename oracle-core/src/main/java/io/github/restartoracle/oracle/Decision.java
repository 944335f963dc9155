package io.github.restartoracle.oracle;

/** The action for a message whose timeout has elapsed. */
public enum Decision {
    /** Transmit the message once more; earlier transmissions go on. The restart of the paper. */
    AGAIN,
    /** Open one more connection for the same transmission, which is written over the first connection that is established. */
    RACE,
    /** Close the connection of the last transmission so that the rest of it is not sent, then transmit once more. */
    REPLACE,
    /** Wait for the timeout once more. */
    WAIT,
    /**
     * Wait for the timeout once more, and ask the destination over a connection of its own for an acknowledgement (WS-RM
     * AckRequested without a message). If the transport cannot ask, this is {@link #WAIT}.
     */
    ASK,
    /** Make no further transmission. */
    GIVE_UP
}
