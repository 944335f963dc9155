package io.github.restartoracle.wsrm.recovery;

import io.github.restartoracle.wsrm.internal.log.Logs;
import java.util.ResourceBundle;
import org.apache.cxf.common.i18n.Message;
import org.apache.cxf.ws.rm.persistence.RMStoreException;

/** A failure of a store, with a text that says what has failed: CXF's own exception has the cause only. */
public final class StoreFailedException extends RMStoreException {
    private static final long serialVersionUID = 1L;

    private final boolean inDoubt;

    /**
     * Creates a failure after which nothing is stored.
     *
     * @param failed the part that has failed, as the beginning of the text
     * @param cause the cause, whose own text follows
     */
    public StoreFailedException(String failed, Throwable cause) {
        this(failed, cause, false);
    }

    /**
     * Creates a failure.
     *
     * @param failed the part that has failed, as the beginning of the text
     * @param cause the cause, whose own text follows
     * @param inDoubt true if the data may be in the store
     */
    public StoreFailedException(String failed, Throwable cause, boolean inDoubt) {
        super(text(failed + ": " + cause.getMessage()), cause);
        this.inDoubt = inDoubt;
    }

    /**
     * Returns whether the data may be in the store, as after a commit whose answer was lost.
     *
     * @return false if nothing was stored
     */
    public boolean isInDoubt() {
        return inDoubt;
    }

    /** Returns a text in CXF's form, which is not translated. */
    static Message text(String text) {
        return new Message(Logs.printable(text), (ResourceBundle) null);
    }
}
