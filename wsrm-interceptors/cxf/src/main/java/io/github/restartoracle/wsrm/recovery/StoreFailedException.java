package io.github.restartoracle.wsrm.recovery;

import io.github.restartoracle.wsrm.log.Logs;
import java.util.ResourceBundle;
import org.apache.cxf.common.i18n.Message;
import org.apache.cxf.ws.rm.persistence.RMStoreException;

/** A failure of a store, with a text that says what has failed: CXF's own exception has the cause only. */
public final class StoreFailedException extends RMStoreException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates a failure.
     *
     * @param failed the part that has failed, as the beginning of the text
     * @param cause the cause, whose own text follows
     */
    public StoreFailedException(String failed, Throwable cause) {
        super(text(failed + ": " + cause.getMessage()), cause);
    }

    /** Returns a text in CXF's form, which is not translated. */
    static Message text(String text) {
        return new Message(Logs.printable(text), (ResourceBundle) null);
    }
}
