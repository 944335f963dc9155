package io.github.restartoracle.wsrm;

import io.github.restartoracle.internal.settings.Secrets;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.status.Backlog;
import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.event.GivenUpDelivery;
import io.github.restartoracle.wsrm.event.GivenUpMessage;
import io.github.restartoracle.wsrm.event.HeldDeliveries;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.internal.capture.CaptureOut;
import io.github.restartoracle.wsrm.internal.capture.ProtocolOut;
import io.github.restartoracle.wsrm.internal.conduit.AnswerCheckIn;
import io.github.restartoracle.wsrm.internal.conduit.TransportInstaller;
import io.github.restartoracle.wsrm.internal.destination.ReceivingSide;
import io.github.restartoracle.wsrm.internal.direct.AcknowledgementIn;
import io.github.restartoracle.wsrm.internal.direct.AcknowledgementOut;
import io.github.restartoracle.wsrm.internal.echo.ArrivalIn;
import io.github.restartoracle.wsrm.internal.echo.ArrivalLog;
import io.github.restartoracle.wsrm.internal.echo.EchoOut;
import io.github.restartoracle.wsrm.internal.echo.RejectedEchoes;
import io.github.restartoracle.wsrm.internal.echo.TransmissionNumberOut;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.peer.AckRequestIn;
import io.github.restartoracle.wsrm.internal.peer.AckRequestOut;
import io.github.restartoracle.wsrm.internal.peer.AnonymousReplyToOut;
import io.github.restartoracle.wsrm.internal.queue.AnswerIn;
import io.github.restartoracle.wsrm.internal.queue.OracleRetransmissionQueue;
import io.github.restartoracle.wsrm.internal.queue.QueueOptions;
import io.github.restartoracle.wsrm.internal.queue.SequenceFaultIn;
import io.github.restartoracle.wsrm.internal.queue.SharedAddressIn;
import io.github.restartoracle.wsrm.internal.recovery.RecoveredMessages;
import io.github.restartoracle.wsrm.internal.replay.ReplayIn;
import io.github.restartoracle.wsrm.internal.rm.CxfInternals;
import io.github.restartoracle.wsrm.internal.runtime.BusShutdown;
import io.github.restartoracle.wsrm.internal.runtime.Drain;
import io.github.restartoracle.wsrm.internal.runtime.Management;
import io.github.restartoracle.wsrm.internal.sequence.SequenceWork;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RetransmissionQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The restart oracle of a CXF bus: the queue that is controlled by it, the interceptors that number, time and echo
 * transmissions, and the transports that support attempts.
 *
 * <p>All its threads are daemons, and a one-way call may return before any byte is sent. A program that ends after its last
 * call should therefore {@link #drain} first. Shutting down the bus waits for
 *
 * <ul>
 *   <li>running deliveries: {@code shutdown-wait} at most (10 s);
 *   <li>planned acknowledgements: 1 s at most;
 *   <li>the first transmission of every message: 1 s at most;
 *   <li>telling destinations that their sequences end: 1 s at most.
 * </ul>
 *
 * <p>Thread-safe.
 */
public final class RestartOracle {
    /** The default oracle of an installation. */
    public static final String DEFAULT_ORACLE = "canary";

    private static final Logger LOG = Logs.of(RestartOracle.class);

    /** The time for which the shutdown of a bus waits for first transmissions, and as long again for the ends of sequences. */
    private static final Duration DEPARTURE = Duration.ofSeconds(1);

    /**
     * The extension of a bus. A Spring bus makes beans of the type that it is asked for; a bean of the public type could
     * not be made, because making it asks the bus.
     */
    private record Installed(RestartOracle oracle) {}

    private final Bus bus;
    private final Settings settings;
    private final OracleRetransmissionQueue queue;
    private final QueueOptions options;
    private final Listeners listeners = new Listeners();
    private final RejectedEchoes rejected;
    private final AtomicLong lost = new AtomicLong();
    private final NanoClock clock = NanoClock.system();

    private RestartOracle(RMManager manager, Settings settings, QueueOptions options) {
        CxfInternals.require();
        this.bus = manager.getBus();
        this.settings = settings;
        this.options = options;
        this.rejected = new RejectedEchoes(clock);
        this.queue = new OracleRetransmissionQueue(manager, options, listeners, clock);
        listeners.add(rejected);
        listeners.add(new TransmissionListener() {
            @Override
            public void lost(String endpoint, String address, String reason) {
                lost.incrementAndGet();
            }
        });
    }

    /**
     * Installs the restart oracle on a bus. Do so before the first reliable message and, if there is a store with messages
     * to recover, before the first client or endpoint is created.
     *
     * <p>If there is one on the bus already, it stays as it is and gets the listener; settings that differ from its own are
     * logged and have no effect. Buses of a Spring context that share a WS-RM manager share the restart oracle.
     *
     * @param settings all properties below {@code restart-oracle.}; without an {@code oracle}, {@value #DEFAULT_ORACLE}
     * @param listener told of every transmission
     * @return the restart oracle of the bus; the one that is there already, if there is one
     * @throws io.github.restartoracle.settings.SettingException naming the property that is wrong; no oracle was installed
     * @throws IllegalStateException if CXF's queue holds messages
     */
    public static RestartOracle install(Bus bus, Settings settings, TransmissionListener listener) {
        return install(bus, settings, listener, OracleCatalog::load, null);
    }

    /**
     * Installs the restart oracle as {@link #install(Bus, Settings, TransmissionListener)}, with oracles that the caller chooses.
     *
     * @param oracles the available kinds of oracle
     */
    public static RestartOracle install(
            Bus bus, Settings settings, TransmissionListener listener, OracleCatalog oracles) {
        return install(bus, settings, listener, () -> oracles, null);
    }

    /** Installs the restart oracle on a bus, and takes over the messages that CXF has recovered for the given endpoint. */
    static RestartOracle install(
            Bus bus,
            Settings given,
            TransmissionListener listener,
            Supplier<OracleCatalog> oracles,
            @Nullable Endpoint endpoint) {
        Settings settings =
                given.text("oracle") == null ? given.overlay(Settings.of(Map.of("oracle", DEFAULT_ORACLE))) : given;
        Bus own = ReceivingSide.busOfManager(bus);
        RestartOracle shared = own == bus ? null : install(own, settings, listener, oracles, endpoint);
        synchronized (bus) {
            RestartOracle present = of(bus);
            if (present == null && shared != null) {
                shared.join(bus);
                return shared;
            }
            if (present != null) {
                if (shared == null) {
                    present.warnOfDifferences(settings);
                    present.addListener(listener);
                }
                return present;
            }
            QueueOptions options = QueueOptions.of(settings, oracles.get(), given.text("oracle") != null);
            RMManager manager = bus.getExtension(RMManager.class);
            RetransmissionQueue former = manager.getRetransmissionQueue();
            RecoveredMessages recovered = former == null || former.countUnacknowledged() == 0
                    ? null
                    : RecoveredMessages.of(bus, manager, endpoint);
            installTransports(bus, settings);
            RestartOracle installed = new RestartOracle(manager, settings, options);
            installed.addListener(listener);
            manager.setRetransmissionQueue(installed.queue);
            installed.intercept(bus, manager);
            BusShutdown.register(bus, installed::beforeShutdown, installed.queue::close);
            Management.register(bus, new ManagedRestartOracle(bus, installed), "The restart oracle");
            LOG.info("Restart oracle \"{}\" installed on bus {}", settings.text("oracle"), bus.getId());
            options.ineffective().forEach(LOG::warn);
            if (recovered != null) {
                recovered.move(former, installed.queue);
            }
            return installed;
        }
    }

    private static void installTransports(Bus bus, Settings settings) {
        for (TransportInstaller transport :
                ServiceLoader.load(TransportInstaller.class, RestartOracle.class.getClassLoader())) {
            transport.install(bus, settings);
        }
    }

    /** Serves another bus of the same WS-RM manager too. */
    private void join(Bus bus) {
        installTransports(bus, settings);
        intercept(bus, bus.getExtension(RMManager.class));
        LOG.info("Bus {} shares its WS-RM manager, and the restart oracle, with another bus", bus.getId());
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

    /** {@return the restart oracle of a bus; null if none is installed} */
    public static @Nullable RestartOracle of(Bus bus) {
        Installed installed = bus.getExtension(Installed.class);
        return installed == null ? null : installed.oracle;
    }

    /** {@return the work that is still to be done on all paths} */
    public Backlog backlog() {
        return queue.backlog();
    }

    /** {@return the state of every path; a snapshot} */
    public List<PathStatus> paths() {
        return queue.paths();
    }

    /** {@return the messages of this bus that were given up and not acknowledged since; a snapshot} */
    public List<GivenUpMessage> givenUp() {
        return queue.operator().givenUp();
    }

    /**
     * Returns the reason for which a message of this bus is not acknowledged yet. {@link
     * io.github.restartoracle.status.PathStatus#reach} has that of the oldest message of each path.
     *
     * @return a sentence for people; empty if there is no such message
     */
    public Optional<String> whyWaiting(MessageId id) {
        return queue.operator().whyWaiting(id);
    }

    /** {@return a snapshot of the latest 10,000 messages that were acknowledged and are delivered again only by an operator} */
    public List<GivenUpDelivery> givenUpDeliveries() {
        return receiving().map(side -> side.givenUp().all()).orElseGet(List::of);
    }

    /**
     * Retries a message that was given up: transmits it again, as if for the first time, or delivers it again. To be used by
     * interfaces for operators, such as JMX.
     *
     * <p>If its destination takes no part in its sequence any more, because it has forgotten, closed or terminated it, the
     * message is sent in another sequence under another number, like a new call. If the destination had delivered it before,
     * it is delivered once more. A {@link io.github.restartoracle.wsrm.recovery.CallStore} moves it in one transaction. With
     * another store it is stored in the other sequence before it is removed from the former one. A process that is killed
     * in between sends it after its restart, and lists it as given up.
     *
     * @return false if there is no such message, or if its content is gone
     * @throws UnsupportedOperationException if {@code operator-actions} is false
     */
    public boolean retry(MessageId id) {
        requireOperators();
        return queue.operator().retry(id)
                || receiving().filter(side -> side.givenUp().retry(id)).isPresent();
    }

    private void requireOperators() {
        if (!options.operatorActions()) {
            throw new UnsupportedOperationException("operator actions are disabled (restart-oracle.operator-actions)");
        }
    }

    /**
     * Discards a message that was given up, at the source or at the destination, also from the store. To be used by
     * interfaces for operators, such as JMX.
     *
     * <p>A sequence that is delivered in order ends when a message of it is given up, not when the message is discarded. A store
     * keeps the discarded message until that sequence is closed.
     *
     * @return false if there is no such message
     * @throws UnsupportedOperationException if {@code operator-actions} is false
     */
    public boolean discard(MessageId id) {
        requireOperators();
        return queue.operator().discard(id)
                || receiving().filter(side -> side.givenUp().discard(id)).isPresent();
    }

    /**
     * Adds a listener, which is told of every transmission from now on, by several threads. A listener that was added before is
     * not added again.
     */
    public void addListener(TransmissionListener listener) {
        listeners.add(listener);
    }

    /** {@return the state of the restart oracle; a snapshot} */
    public RestartOracleStatus status() {
        List<PathStatus> paths = queue.paths();
        int givenUp = paths.stream().mapToInt(PathStatus::givenUp).sum();
        return new RestartOracleStatus(
                // Messages that only the store has are on no path yet.
                Math.max(0, queue.countUnacknowledged() - givenUp),
                givenUp,
                paths.stream().mapToInt(PathStatus::parked).sum(),
                lost.get(),
                rejected.count(),
                receiving().map(side -> side.givenUp().size()).orElse(0),
                receiving().map(side -> side.givenUp().total()).orElse(0L),
                receiving().map(ReceivingSide::held).orElse(HeldDeliveries.NONE),
                paths);
    }

    /**
     * Waits until every message, those that wait for their sequence included, is acknowledged or given up. To be called at
     * the end of a program, before clients are closed and the bus is shut down. Answers that go back on the connection of
     * their request are not waited for. Must not be called by a listener or callback: it would wait for the acknowledgement
     * of which it is told.
     *
     * @param timeout the maximum time to wait; zero or less for a check only
     * @return true if all are; false when the time is over
     */
    public boolean drain(Duration timeout) throws InterruptedException {
        return Drain.await(() -> queue.backlog().unresolved() == 0, timeout, clock);
    }

    private void intercept(Bus bus, RMManager manager) {
        ArrivalLog log = new ArrivalLog();
        ArrivalIn arrivals = new ArrivalIn(manager, clock, log, rejected, listeners);
        bus.getInInterceptors().add(arrivals);
        bus.getInInterceptors().add(new AnswerCheckIn());
        bus.getInInterceptors().add(new AcknowledgementIn(manager, arrivals));
        bus.getOutInterceptors().add(new AckRequestOut());
        bus.getOutInterceptors().add(new AnonymousReplyToOut());
        bus.getOutInterceptors().add(new TransmissionNumberOut());
        bus.getOutInterceptors().add(new CaptureOut(manager, queue.calls()));
        bus.getOutInterceptors().add(new ProtocolOut(queue::request, queue::giveContext));
        bus.getInInterceptors().add(new SharedAddressIn(manager, queue));
        AnswerIn answers = new AnswerIn(manager, queue);
        bus.getInInterceptors().add(answers);
        bus.getInFaultInterceptors().add(answers);
        bus.getInFaultInterceptors().add(new SequenceFaultIn());
        bus.setExtension(new Installed(this), Installed.class);
        ReceivingSide.installOnDemand(bus, side -> receive(bus, manager, log, side));
    }

    private void receive(Bus on, RMManager manager, ArrivalLog log, ReceivingSide side) {
        if (on == bus) {
            side.setLimits(options.receiving());
            side.givenUp().listen(listeners::deliveryGivenUp);
        }
        ReplayIn.install(on, manager, clock);
        on.getInInterceptors().add(new AckRequestIn(side));
        on.getOutInterceptors().add(AckRequestIn.answer(manager));
        EchoOut echo = new EchoOut(manager, clock, log);
        on.getOutInterceptors().add(echo);
        on.getOutInterceptors().add(new AcknowledgementOut(manager, echo, side.acknowledgements()));
    }

    private Optional<ReceivingSide> receiving() {
        return ReceivingSide.of(bus);
    }

    private void beforeShutdown() {
        // Messages that a service sends on this bus at the end of a delivery are still sent.
        receiving().ifPresent(ReceivingSide::finish);
        awaitFirstTransmissions();
        queue.endWaits();
        SequenceWork.shutDown(bus.getExtension(RMManager.class), DEPARTURE);
    }

    /** Waits for first transmissions, then for acknowledgements: the next process need not send those messages again. */
    private void awaitFirstTransmissions() {
        long startNanos = clock.nanoTime();
        try {
            if (!Drain.await(() -> queue.backlog().leaving() == 0, DEPARTURE, clock)) {
                Backlog left = queue.backlog();
                LOG.warn(
                        "The bus is shut down before {} of {} unacknowledged messages were sent",
                        left.leaving(),
                        left.unacknowledged());
                return;
            }
            Duration left = DEPARTURE.minusNanos(clock.nanoTime() - startNanos);
            if (!drain(left.dividedBy(2))) {
                queue.askForAcknowledgements();
                LOG.debug("All messages are acknowledged or given up: {}", drain(left.dividedBy(2)));
            }
            // The shutdown of WS-RM would end the sequences of closed clients once more.
            Duration rest = DEPARTURE.minusNanos(clock.nanoTime() - startNanos);
            Drain.await(() -> queue.countEnding() == 0, rest, clock);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
