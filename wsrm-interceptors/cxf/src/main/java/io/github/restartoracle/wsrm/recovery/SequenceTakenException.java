package io.github.restartoracle.wsrm.recovery;

import org.apache.cxf.ws.rm.persistence.RMStoreException;

/**
 * Thrown by a store that refuses a message because its sequence belongs to another process, which took it over. Such a
 * message must not be sent. The caller gets the exception, and may call again, which uses another sequence.
 */
public final class SequenceTakenException extends RMStoreException {
    private static final long serialVersionUID = 1L;

    private final String sequence;

    /**
     * Creates the refusal of a write.
     *
     * @param sequence the identifier of the sequence
     */
    public SequenceTakenException(String sequence) {
        super(
                StoreFailedException.text("sequence " + sequence
                        + " belongs to another process, which took it over because this one had not renewed its lease"),
                null);
        this.sequence = sequence;
    }

    /** {@return the identifier of the sequence} */
    public String sequence() {
        return sequence;
    }
}
