package io.github.restartoracle.benchmarks.jmh;

import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.queue.OracleRetransmissionQueue;
import io.github.restartoracle.wsrm.queue.QueueOptions;
import io.github.restartoracle.wsrm.sequence.Sequences;
import java.util.Locale;
import java.util.Map;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RetransmissionQueue;
import org.apache.cxf.ws.rm.soap.RetransmissionQueueImpl;

/** The queues that are compared. In both, no message becomes due while a benchmark runs. */
enum QueueKind {
    /** The queue that comes with CXF. */
    CXF {
        @Override
        RetransmissionQueue queue(RMManager manager) {
            manager.getConfiguration().setBaseRetransmissionInterval(HOUR_MILLIS);
            RetransmissionQueue queue = new RetransmissionQueueImpl(manager);
            queue.start();
            return queue;
        }
    },
    /** The queue of this project. */
    RESTART_ORACLE {
        @Override
        RetransmissionQueue queue(RMManager manager) {
            Settings settings = Settings.of(Map.of("oracle", "fixed", "initial-timeout", "1h", "max-timeout", "1h"));
            QueueOptions options = QueueOptions.of(settings, OracleCatalog.load());
            NanoClock clock = NanoClock.system();
            return new OracleRetransmissionQueue(
                    manager,
                    options,
                    new Sequences(manager, options::parking, clock),
                    TransmissionListener.NONE,
                    clock);
        }
    };

    private static final long HOUR_MILLIS = 3_600_000;

    static QueueKind of(String parameter) {
        for (QueueKind kind : values()) {
            if (kind.toString().equals(parameter)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no such queue: " + parameter);
    }

    /** Creates a queue for a manager that has no other use. */
    abstract RetransmissionQueue queue(RMManager manager);

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
