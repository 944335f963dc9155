package io.github.restartoracle.benchmarks.lab.node;

import io.github.restartoracle.settings.Settings;
import org.apache.cxf.Bus;

/** What restarts the messages of a source: ours, or the peer it is compared with. */
interface SourceQueue extends AutoCloseable {
    /**
     * Calls the service for a message when it is due, in a way that does not delay the next.
     *
     * @param message its number, 0 for the warm-up
     * @param call sends it
     */
    void call(long message, Runnable call);

    /** Messages that were called for, are not acknowledged and not given up. */
    int outstanding();

    /** Transmissions that have left and are not over, as far as can be known. */
    int attemptsUnderWay();

    @Override
    void close();

    /** The queue that is called {@code name}: {@link CxfQueue#NAME}, or an oracle. The first messages are not noted. */
    static SourceQueue install(Bus bus, Settings settings, Dispatches dispatches, int warmUpMessages) {
        return CxfQueue.NAME.equals(settings.text("oracle"))
                ? new CxfQueue(bus, settings, dispatches, warmUpMessages)
                : new OracleQueue(bus, settings, dispatches, warmUpMessages);
    }
}
