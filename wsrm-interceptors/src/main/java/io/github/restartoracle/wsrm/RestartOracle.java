package io.github.restartoracle.wsrm;

import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.attempt.TransportInstaller;
import io.github.restartoracle.wsrm.destination.CopiesOneByOne;
import io.github.restartoracle.wsrm.echo.ArrivalIn;
import io.github.restartoracle.wsrm.echo.ArrivalLog;
import io.github.restartoracle.wsrm.echo.EchoOut;
import io.github.restartoracle.wsrm.echo.TransmissionNumberOut;
import io.github.restartoracle.wsrm.queue.BodyContentType;
import io.github.restartoracle.wsrm.queue.OracleRetransmissionQueue;
import io.github.restartoracle.wsrm.queue.QueueOptions;
import io.github.restartoracle.wsrm.sequence.SequenceGate;
import java.util.ServiceLoader;
import org.apache.cxf.Bus;
import org.apache.cxf.buslifecycle.BusLifeCycleListener;
import org.apache.cxf.buslifecycle.BusLifeCycleManager;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RetransmissionQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The restart oracle of a CXF bus: the queue that obeys it, the interceptors that number, time and echo transmissions, and
 * the transports that know attempts.
 *
 * <p>Thread-safe.
 */
public final class RestartOracle {
    private static final Logger LOG = LoggerFactory.getLogger(RestartOracle.class);

    private final OracleRetransmissionQueue queue;

    private RestartOracle(OracleRetransmissionQueue queue) {
        this.queue = queue;
    }

    /**
     * Installs the restart oracle on a bus. Do so before the first reliable message: messages that are in CXF's own queue
     * stay there.
     *
     * @param bus the bus
     * @param settings everything below {@code restart-oracle.}
     * @param listener told of every transmission
     * @return the restart oracle of the bus; the one that is there already, if there is one
     * @throws io.github.restartoracle.settings.SettingException naming the property that is wrong; nothing was installed
     * @throws IllegalStateException if CXF's queue holds messages
     */
    public static RestartOracle install(Bus bus, Settings settings, TransmissionListener listener) {
        synchronized (bus) {
            RestartOracle present = of(bus);
            if (present != null) {
                return present;
            }
            QueueOptions options = QueueOptions.of(settings, OracleCatalog.load());
            RMManager manager = bus.getExtension(RMManager.class);
            RetransmissionQueue former = manager.getRetransmissionQueue();
            if (former != null && former.countUnacknowledged() > 0) {
                throw new IllegalStateException("the retransmission queue of the bus holds "
                        + former.countUnacknowledged()
                        + " messages: install the restart oracle before the first client or endpoint is created");
            }
            for (TransportInstaller transport :
                    ServiceLoader.load(TransportInstaller.class, RestartOracle.class.getClassLoader())) {
                transport.install(bus, settings);
            }
            NanoClock clock = NanoClock.system();
            OracleRetransmissionQueue queue = new OracleRetransmissionQueue(manager, options, listener, clock);
            manager.setRetransmissionQueue(queue);
            SequenceGate gate = new SequenceGate(manager);
            intercept(bus, gate, listener, clock);
            closeWithBus(bus, gate, queue);
            RestartOracle installed = new RestartOracle(queue);
            bus.setExtension(installed, RestartOracle.class);
            LOG.info("Restart oracle \"{}\" installed on bus {}", settings.text("oracle"), bus.getId());
            return installed;
        }
    }

    /**
     * The restart oracle of a bus.
     *
     * @param bus the bus
     * @return null if none is installed
     */
    public static @Nullable RestartOracle of(Bus bus) {
        return bus.getExtension(RestartOracle.class);
    }

    /**
     * The queue of the bus.
     *
     * @return its state, and the messages that were given up
     */
    public OracleRetransmissionQueue queue() {
        return queue;
    }

    private static void intercept(Bus bus, SequenceGate gate, TransmissionListener listener, NanoClock clock) {
        ArrivalLog log = new ArrivalLog();
        bus.getInInterceptors().add(new CopiesOneByOne(bus));
        bus.getInInterceptors().add(new ArrivalIn(clock, log, listener));
        bus.getOutInterceptors().add(new TransmissionNumberOut());
        bus.getOutInterceptors().add(new EchoOut(clock, log));
        bus.getOutInterceptors().add(new BodyContentType());
        bus.getOutInterceptors().add(gate);
    }

    private static void closeWithBus(Bus bus, SequenceGate gate, OracleRetransmissionQueue queue) {
        BusLifeCycleManager lifeCycle = bus.getExtension(BusLifeCycleManager.class);
        if (lifeCycle != null) {
            lifeCycle.registerLifeCycleListener(new BusLifeCycleListener() {
                @Override
                public void initComplete() {
                    // nothing to do
                }

                @Override
                public void preShutdown() {
                    gate.close();
                }

                @Override
                public void postShutdown() {
                    queue.close();
                }
            });
        }
    }
}
