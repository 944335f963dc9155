package io.github.restartoracle.benchmarks.lab.node;

import io.github.restartoracle.settings.Settings;
import org.apache.cxf.Bus;

/** The queue that restarts the messages of a source: ours, or CXF's with which it is compared. */
interface SourceQueue extends AutoCloseable {
    /**
     * Makes the call for a message when it is due, in a way that does not delay the next message.
     *
     * @param message its number, 0 for the warm-up
     * @param call sends it
     */
    void call(long message, Runnable call);

    /** Returns the number of messages that were handed over, are not acknowledged and not given up. */
    int outstanding();

    /** Returns the number of transmissions that were dispatched and have not ended, as far as can be known. */
    int attemptsUnderWay();

    @Override
    void close();

    /**
     * Installs the queue with the name {@code oracle} in the settings: {@link CxfQueue#NAME}, or an oracle. The warm-up
     * messages are not noted.
     */
    static SourceQueue install(Bus bus, Settings settings, Dispatches dispatches, int warmUpMessages) {
        return CxfQueue.NAME.equals(settings.text("oracle"))
                ? new CxfQueue(bus, settings, dispatches, warmUpMessages)
                : new OracleQueue(bus, settings, dispatches, warmUpMessages);
    }
}
