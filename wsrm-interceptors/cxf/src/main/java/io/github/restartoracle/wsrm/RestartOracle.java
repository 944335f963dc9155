package io.github.restartoracle.wsrm;

import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.attempt.TransportInstaller;
import io.github.restartoracle.wsrm.destination.CopiesOneByOne;
import io.github.restartoracle.wsrm.echo.ArrivalIn;
import io.github.restartoracle.wsrm.echo.ArrivalLog;
import io.github.restartoracle.wsrm.echo.EchoOut;
import io.github.restartoracle.wsrm.echo.RejectedEchoes;
import io.github.restartoracle.wsrm.echo.TransmissionNumberOut;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.queue.BodyContentType;
import io.github.restartoracle.wsrm.queue.FirstStreamOut;
import io.github.restartoracle.wsrm.queue.OracleRetransmissionQueue;
import io.github.restartoracle.wsrm.queue.QueueOptions;
import io.github.restartoracle.wsrm.recovery.RecoveredMessages;
import io.github.restartoracle.wsrm.sequence.SequenceGate;
import io.github.restartoracle.wsrm.sequence.UnknownSequences;
import java.time.Duration;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.cxf.Bus;
import org.apache.cxf.buslifecycle.BusLifeCycleListener;
import org.apache.cxf.buslifecycle.BusLifeCycleManager;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RetransmissionQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The restart oracle of a CXF bus: the queue that obeys it, the interceptors that number, time and echo transmissions, and
 * the transports that know attempts.
 *
 * <p>All its threads are daemons, and a one-way call returns before anything leaves. A program that ends after its last
 * call should therefore {@link #drain} first. Shutting the bus down waits for at most one second, and only while the first
 * transmission of some message has not left.
 *
 * <p>A one-way call whose sequence is not created yet is written only when it is: until then the caller must not change
 * what it passed.
 *
 * <p>Thread-safe.
 */
public final class RestartOracle {
    private static final Logger LOG = LoggerFactory.getLogger(RestartOracle.class);

    /** How long the shutdown of a bus waits for first transmissions. */
    private static final Duration DEPARTURE = Duration.ofSeconds(1);

    /**
     * What a bus knows. A Spring bus makes beans of the type that it is asked for: a bean of the type of this class, whose
     * making asks the bus, could not be made.
     */
    private record Installed(RestartOracle oracle) {}

    private final Settings settings;
    private final OracleRetransmissionQueue queue;
    private final SequenceGate gate;
    private final Listeners listeners = new Listeners();
    private final RejectedEchoes rejected;
    private final AtomicLong lost = new AtomicLong();
    private final NanoClock clock = NanoClock.system();
    private final Drain drain;

    private RestartOracle(RMManager manager, Settings settings, QueueOptions options) {
        this.settings = settings;
        this.rejected = new RejectedEchoes(clock);
        this.queue = new OracleRetransmissionQueue(manager, options, listeners, clock);
        this.gate = new SequenceGate(manager, options::parking, listeners, clock);
        this.drain = new Drain(gate, queue.backlog(), clock);
        listeners.add(rejected);
        listeners.add(new TransmissionListener() {
            @Override
            public void lost(String endpoint, String address, String reason) {
                lost.incrementAndGet();
            }
        });
    }

    /**
     * Installs the restart oracle on a bus. Do so before the first reliable message and, if there is a store with
     * messages to recover, before the first client or endpoint is created.
     *
     * <p>If there is one on the bus already, it stays as it is and hears of the listener; settings that differ from its own
     * are logged and have no effect.
     *
     * @param bus the bus
     * @param settings everything below {@code restart-oracle.}
     * @param listener told of every transmission
     * @return the restart oracle of the bus; the one that is there already, if there is one
     * @throws io.github.restartoracle.settings.SettingException naming the property that is wrong; nothing was installed
     * @throws IllegalStateException if CXF's queue holds messages
     */
    public static RestartOracle install(Bus bus, Settings settings, TransmissionListener listener) {
        return install(bus, settings, listener, OracleCatalog::load, null);
    }

    /**
     * The same, with a choice of oracles of the caller's own.
     *
     * @param bus the bus
     * @param settings everything below {@code restart-oracle.}
     * @param listener told of every transmission
     * @param oracles the kinds of oracle there are
     * @return the restart oracle of the bus; the one that is there already, if there is one
     * @throws io.github.restartoracle.settings.SettingException naming the property that is wrong; nothing was installed
     * @throws IllegalStateException if CXF's queue holds messages
     */
    public static RestartOracle install(
            Bus bus, Settings settings, TransmissionListener listener, OracleCatalog oracles) {
        return install(bus, settings, listener, () -> oracles, null);
    }

    /** The same; messages that CXF has recovered for the given endpoint are taken over. */
    static RestartOracle install(
            Bus bus,
            Settings settings,
            TransmissionListener listener,
            Supplier<OracleCatalog> oracles,
            @Nullable Endpoint endpoint) {
        synchronized (bus) {
            RestartOracle present = of(bus);
            if (present != null) {
                present.warnOfDifferences(settings);
                present.addListener(listener);
                return present;
            }
            QueueOptions options = Secrets.kept(() -> QueueOptions.of(settings, oracles.get()));
            RMManager manager = bus.getExtension(RMManager.class);
            RetransmissionQueue former = manager.getRetransmissionQueue();
            RecoveredMessages recovered = former == null || former.countUnacknowledged() == 0
                    ? null
                    : RecoveredMessages.of(bus, manager, endpoint);
            for (TransportInstaller transport :
                    ServiceLoader.load(TransportInstaller.class, RestartOracle.class.getClassLoader())) {
                transport.install(bus, settings);
            }
            RestartOracle installed = new RestartOracle(manager, settings, options);
            installed.addListener(listener);
            manager.setRetransmissionQueue(installed.queue);
            installed.intercept(bus, manager);
            installed.closeWith(bus);
            bus.setExtension(new Installed(installed), Installed.class);
            new ManagedRestartOracle(bus, installed).register();
            LOG.info("Restart oracle \"{}\" installed on bus {}", settings.text("oracle"), bus.getId());
            if (recovered != null) {
                recovered.move(former, installed.queue);
            }
            return installed;
        }
    }

    private void warnOfDifferences(Settings others) {
        TreeSet<String> differing = new TreeSet<>(others.names());
        differing.removeIf(name -> Objects.equals(settings.text(name), others.text(name)));
        if (!differing.isEmpty()) {
            LOG.warn(
                    "The bus has a restart oracle \"{}\" already; these properties differ and have no effect: {}",
                    settings.text("oracle"),
                    differing.stream()
                            .map(name -> others.fullName(name) + "=" + Secrets.shown(name, others.text(name)))
                            .toList());
        }
    }

    /**
     * The restart oracle of a bus.
     *
     * @param bus the bus
     * @return null if none is installed
     */
    public static @Nullable RestartOracle of(Bus bus) {
        Installed installed = bus.getExtension(Installed.class);
        return installed == null ? null : installed.oracle;
    }

    /**
     * The queue of the bus.
     *
     * @return its state, and the messages that were given up
     */
    public OracleRetransmissionQueue queue() {
        return queue;
    }

    /**
     * Hears of every transmission from now on. A listener that was added before is not added again.
     *
     * @param listener told by several threads
     */
    public void addListener(TransmissionListener listener) {
        listeners.add(listener);
    }

    /**
     * The state of everything.
     *
     * @return a snapshot
     */
    public RestartOracleStatus status() {
        return new RestartOracleStatus(
                queue.countUnacknowledged(),
                queue.givenUp().size(),
                gate.parked(),
                lost.get(),
                rejected.count(),
                queue.paths());
    }

    /**
     * Waits until every message, those that wait for their sequence included, is acknowledged or given up. To be called at
     * the end of a program, before clients are closed and the bus is shut down. Answers that go back on the connection of
     * their request are not waited for.
     *
     * @param timeout how long to wait at most; zero or less to look only
     * @return whether it is so; false when the time is over
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public boolean drain(Duration timeout) throws InterruptedException {
        return drain.awaitResolved(timeout);
    }

    private void intercept(Bus bus, RMManager manager) {
        ArrivalLog log = new ArrivalLog();
        bus.getInInterceptors().add(new CopiesOneByOne(bus));
        bus.getInInterceptors().add(new ArrivalIn(manager, clock, log, rejected, listeners));
        bus.getOutInterceptors().add(new TransmissionNumberOut());
        bus.getOutInterceptors().add(new EchoOut(clock, log));
        bus.getOutInterceptors().add(new BodyContentType());
        bus.getOutInterceptors().add(new FirstStreamOut());
        bus.getOutInterceptors().add(gate);
        bus.getInInterceptors().add(new UnknownSequences.Refusals());
        bus.getInFaultInterceptors().add(new UnknownSequences(manager, clock));
    }

    private void closeWith(Bus bus) {
        BusLifeCycleManager lifeCycle = bus.getExtension(BusLifeCycleManager.class);
        if (lifeCycle != null) {
            lifeCycle.registerLifeCycleListener(new BusLifeCycleListener() {
                @Override
                public void initComplete() {
                    // nothing to do
                }

                @Override
                public void preShutdown() {
                    awaitDeparture();
                    gate.close();
                }

                @Override
                public void postShutdown() {
                    queue.close();
                }
            });
        }
    }

    private void awaitDeparture() {
        try {
            if (!drain.awaitDeparture(DEPARTURE)) {
                LOG.warn("The bus is shut down although messages have never left: {}", status());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
