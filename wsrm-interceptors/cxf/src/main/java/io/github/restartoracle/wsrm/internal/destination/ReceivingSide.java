package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.event.HeldDeliveries;
import io.github.restartoracle.wsrm.internal.echo.Acknowledgements;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.rm.CxfInternals;
import io.github.restartoracle.wsrm.internal.rm.ReliabilityAssertions;
import io.github.restartoracle.wsrm.internal.runtime.BusShutdown;
import io.github.restartoracle.wsrm.internal.runtime.ChainStep;
import io.github.restartoracle.wsrm.internal.runtime.Daemons;
import io.github.restartoracle.wsrm.internal.runtime.Drain;
import io.github.restartoracle.wsrm.internal.runtime.Lanes;
import io.github.restartoracle.wsrm.internal.runtime.Later;
import io.github.restartoracle.wsrm.internal.sequence.AnswerSequences;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.soap.SoapBinding;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.endpoint.ServerRegistry;
import org.apache.cxf.interceptor.AbstractInDatabindingInterceptor;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.service.factory.FactoryBeanListener;
import org.apache.cxf.service.factory.FactoryBeanListenerManager;
import org.apache.cxf.ws.addressing.MAPAggregator;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMInInterceptor;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.WrappedEndpoint;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The receiving side of a CXF bus. It replaces CXF's own in three respects: how messages are accepted, how they are
 * delivered, and how timed tasks run.
 *
 * <ul>
 *   <li>A message is stored before it is acknowledged, and refused with HTTP status 503 if it cannot be stored or if too
 *       many wait for their delivery.
 *   <li>A one-way message is delivered on threads of its endpoint, and again after any failure if there is a retry policy.
 *       In order, a message that comes early is accepted, and delivered after those before it.
 *   <li>Acknowledgements to an address that hangs delay no others, and no failure ends them.
 * </ul>
 *
 * <p>A message that was acknowledged is delivered, or it is given up: listed and counted, until an operator retries or
 * discards it.
 *
 * <p>Thread-safe.
 */
public final class ReceivingSide {
    private static final Logger LOG = Logs.of(ReceivingSide.class);

    /** The identifier of the interceptor that accepts messages, for those that have to come before or after it. */
    public static final String ACCEPTANCE = AcceptIn.class.getName();

    /** The identifier of the interceptor that hands messages over to be delivered, for interceptors that come before it. */
    public static final String DELIVERY = DeliverIn.class.getName();

    /**
     * The extension of a bus. It is a private type, because a Spring bus would make a bean of a public type that it is
     * asked for.
     */
    private record Installed(ReceivingSide side) {}

    /** Likewise, until the receiving side is installed. */
    private record Awaited(Consumer<ReceivingSide> then, ChainStep calling) {}

    private final DeliveryQueue queue;
    private final AckRequests acks;
    private final SequenceAdmission admission;
    private final AcceptIn acceptIn;
    private final InvalidMessages invalid;
    private final NamedAddresses addresses;
    private final ScheduledExecutorService scheduler;
    private final DestinationTimer timer;
    private volatile DestinationLimits limits = DestinationLimits.ofDefaults();

    private ReceivingSide(Bus bus, DestinationLimits.OfEndpoint options) {
        NanoClock clock = NanoClock.system();
        RMManager manager = bus.getExtension(RMManager.class);
        this.invalid = new InvalidMessages(clock);
        this.scheduler = Daemons.scheduler("restart-oracle-receiving");
        Later later = Later.of(scheduler);
        this.queue =
                new DeliveryQueue(manager, clock, later, new DeliveryAttempts(bus), options.threads(), endpoint -> {
                    String port = endpoint.getEndpointInfo().getName().getLocalPart();
                    Lanes lanes = Lanes.bounded("restart-oracle-delivery-" + port, options.threads());
                    return new DeliveryWorkers(bus, port, options, clock, lanes, lanes::close);
                });
        this.timer = new DestinationTimer(clock, later, queue);
        this.addresses = addresses(bus);
        this.admission = new SequenceAdmission(manager, () -> limits.sequences(), addresses, clock, later, timer);
        this.acks = new AckRequests(manager, timer, admission, clock);
        this.acceptIn = new AcceptIn(
                bus, new Acceptance(manager, queue, acks, invalid, clock), queue, timer, acks, admission, invalid);
        manager.setIdGenerator(admission);
        timer.replaceIn(manager);
        manager.setRedeliveryQueue(new CxfDeliveryQueue(manager, queue, clock));
    }

    private void intercept(Bus bus) {
        RMManager manager = bus.getExtension(RMManager.class);
        prepare(bus);
        bus.getInInterceptors().add(new ChainStep(ReceivingSide.class.getName(), Phase.RECEIVE, this::replace));
        bus.getInInterceptors().add(Input.holdAttachments());
        bus.getInInterceptors()
                .add(new SequenceAdmission.ExpiresIn(() -> limits.sequences().expires()));
        bus.getInInterceptors().add(new EndIn(manager, queue, acks, invalid));
        bus.getInInterceptors().add(DeliverIn.first(queue, acks));
        bus.getInInterceptors().add(new DeliverIn(queue));
        bus.getInInterceptors().add(TolerantIn.refuse());
        bus.getInInterceptors().add(DeliverIn.invoked(manager));
        bus.getInInterceptors().add(DeliverIn.processed(queue));
        bus.getOutInterceptors().add(DeliverIn.answeredElsewhere());
        ChainStep answers = new AnswerSequences(manager, NanoClock.system()).step();
        bus.getOutInterceptors().add(answers);
        bus.getOutFaultInterceptors().add(answers);
        bus.getOutInterceptors().add(new AckOut(NanoClock.system()));
        bus.getOutInterceptors().add(AckOut.parameters());
        ChainStep credentials = addresses.credentials(manager);
        bus.getOutInterceptors().add(credentials);
        bus.getOutFaultInterceptors().add(credentials);
        bus.getOutInterceptors().add(AckOut.ranges(manager, queue.acknowledgements));
        bus.getOutFaultInterceptors().add(AckOut.inFaults(queue.acknowledgements));
        bus.getOutFaultInterceptors().add(Refusal.answer());
        bus.setExtension(new Installed(this), Installed.class);
        Awaited awaited = bus.getExtension(Awaited.class);
        if (awaited != null) {
            bus.getOutInterceptors().remove(awaited.calling());
            awaited.then().accept(this);
        }
    }

    /** Returns the receiving side of a bus; empty if it has none, as the bus of a client that is no destination. */
    public static Optional<ReceivingSide> of(Bus bus) {
        return Optional.ofNullable(bus.getExtension(Installed.class)).map(Installed::side);
    }

    /**
     * Returns the bus to which the state of a WS-RM manager belongs. A manager that is a bean of a Spring context is the
     * extension of every bus in that context, but has one queue, and creates its own clients on one bus.
     */
    public static Bus busOfManager(Bus bus) {
        RMManager manager = bus.getExtension(RMManager.class);
        Bus own = manager == null ? null : manager.getBus();
        return own != null && own != bus && own.getExtension(RMManager.class) == manager ? own : bus;
    }

    /** Returns the addresses that messages of a bus may name; limits that change take effect at once. */
    static NamedAddresses addresses(Bus bus) {
        return new NamedAddresses(() -> of(bus).map(side -> side.limits)
                .orElseGet(DestinationLimits::ofDefaults)
                .replyTo());
    }

    /**
     * Installs the receiving side on a bus when that becomes a destination:
     *
     * <ul>
     *   <li>with its first SOAP endpoint, before that is started;
     *   <li>with a reliable two-way call, whose response comes in a sequence that the client offers;
     *   <li>with a reliable call of a client that has an address of its own for responses and acknowledgements.
     * </ul>
     *
     * The bus of any other client checks the headers of incoming messages only.
     *
     * @param then told of the receiving side when it is installed, at once if it is there already
     */
    public static void installOnDemand(Bus bus, Consumer<ReceivingSide> then) {
        prepare(bus);
        synchronized (bus) {
            Optional<ReceivingSide> present = of(bus);
            if (present.isPresent()) {
                then.accept(present.get());
                return;
            }
            ChainStep calling = calling(bus);
            bus.getOutInterceptors().add(calling);
            bus.setExtension(new Awaited(then, calling), Awaited.class);
        }
        FactoryBeanListenerManager factories = bus.getExtension(FactoryBeanListenerManager.class);
        factories.addListener((event, factory, arguments) -> {
            if (event == FactoryBeanListener.Event.SERVER_CREATED && isSoap((Server) arguments[0])) {
                installOn(bus);
            }
        });
        if (bus.getExtension(ServerRegistry.class).getServers().stream().anyMatch(ReceivingSide::isSoap)) {
            installOn(bus);
        }
    }

    private static boolean isSoap(Server server) {
        return server.getEndpoint().getBinding() instanceof SoapBinding;
    }

    /** Has the policies of a bus read, and the headers of all its incoming messages checked. */
    private static void prepare(Bus bus) {
        synchronized (bus) {
            if (bus.getInInterceptors().stream().anyMatch(ValidateIn.class::isInstance)) {
                return;
            }
            ReliabilityAssertions.installOn(bus);
            bus.getInInterceptors()
                    .add(new ValidateIn(
                            bus.getExtension(RMManager.class),
                            new InvalidMessages(NanoClock.system()),
                            addresses(bus)));
            bus.getOutInterceptors().add(ValidateIn.unvalidatedOut());
        }
    }

    /** Installs the receiving side before a call gets its number. */
    private static ChainStep calling(Bus bus) {
        return new ChainStep(ReceivingSide.class.getName() + ".Calling", Phase.POST_LOGICAL, message -> {
            Endpoint endpoint = message.getExchange().getEndpoint();
            boolean receives = !message.getExchange().isOneWay()
                    || endpoint.getEndpointInfo().getProperty(MAPAggregator.DECOUPLED_DESTINATION) != null;
            if (receives
                    && MessageUtils.isRequestor(message)
                    && !(endpoint instanceof WrappedEndpoint)
                    && AckOut.isReliable(message.getInterceptorChain())) {
                installOn(bus);
            }
        });
    }

    /** Does the same as the other method with the default bounds. */
    public static ReceivingSide installOn(Bus bus) {
        return installOn(bus, null);
    }

    /**
     * Installs the receiving side on a bus. If there is one already, it stays as it is. Buses with one WS-RM manager have one
     * receiving side.
     *
     * @param options the bounds of each endpoint; null for the defaults, or for the present bounds of the bus
     * @throws IllegalStateException if this version of CXF lacks a needed member
     */
    public static ReceivingSide installOn(Bus bus, DestinationLimits.@Nullable OfEndpoint options) {
        Bus own = busOfManager(bus);
        ReceivingSide shared = own == bus ? null : installOn(own, options);
        synchronized (bus) {
            Installed present = bus.getExtension(Installed.class);
            if (present != null) {
                return present.side;
            }
            if (shared != null) {
                shared.intercept(bus);
                return shared;
            }
            CxfInternals.require();
            ReceivingSide side =
                    new ReceivingSide(bus, options == null ? DestinationLimits.OfEndpoint.ofDefaults() : options);
            BusShutdown.register(bus, side::finish, side::close);
            side.intercept(bus);
            return side;
        }
    }

    /**
     * Counts a sequence of an earlier process, or of another one, towards the limits in number and time. A sequence for
     * which this is not called is counted with its first message.
     */
    public void bound(DestinationSequence sequence) {
        admission.recovered(sequence);
    }

    /**
     * Delivers messages that an earlier or another process has accepted, at once. They are acknowledged in a sequence that its
     * endpoint knows. The {@link ReceivingStore} of the bus has their content, which is read when a message is delivered.
     */
    public void recover(DestinationSequence sequence, LongStream numbers) {
        numbers.forEach(number -> queue.recovered(sequence, number, null));
        queue.look(sequence);
    }

    /**
     * Lists messages that an earlier or another process has given up; they are not delivered before an operator
     * retries them.
     *
     * @param reasons the numbers of the messages, and the reason why each was given up
     */
    public void recoverGivenUp(DestinationSequence sequence, Map<Long, String> reasons) {
        DeliveryWorkers workers = queue.workers(sequence);
        reasons.forEach((number, reason) -> queue.givenUp.recovered(sequence, number, workers, reason));
    }

    /** Returns the messages that were acknowledged and are not delivered again, unless an operator retries them. */
    public GivenUpDeliveries givenUp() {
        return queue.givenUp;
    }

    /**
     * Returns the messages that wait, in order, for one that has not come. Their source has lost it or is away; it can end the
     * sequence, and they are then delivered.
     */
    public HeldDeliveries held() {
        return queue.held();
    }

    /** Terminates a sequence whose source has told another process so. */
    public void terminate(DestinationSequence sequence) {
        CxfSequence.destination(sequence).terminateSequence(sequence);
        queue.look(sequence);
    }

    /** Stops the deliveries of a sequence, because another process has it. Running deliveries end by themselves. */
    public void stop(DestinationSequence sequence) {
        queue.stop(sequence);
    }

    /**
     * Answers the requests for acknowledgements of a message, without blocking and without an exception: on the connection
     * of the message if that goes to the address of acknowledgements, otherwise by another thread.
     */
    public void acknowledge(Message message) {
        acks.answer(message);
    }

    /** Returns the acknowledgements of the sequences of this side. */
    public Acknowledgements acknowledgements() {
        return queue.acknowledgements;
    }

    public void setLimits(DestinationLimits changed) {
        limits = changed;
    }

    /**
     * Ends the work of this side, at the shutdown of its bus: no message is accepted any more, running deliveries end
     * within {@link DestinationLimits#shutdownWait}, and planned acknowledgements are sent. Has no effect the second time.
     */
    public void finish() {
        if (queue.isClosing()) {
            return;
        }
        queue.beginClosing();
        if (!awaitDeliveries()) {
            LOG.warn(
                    "The bus is shut down with deliveries still running after {} s (restart-oracle.shutdown-wait)",
                    limits.shutdownWait().toSeconds());
        }
        timer.flush();
    }

    private boolean awaitDeliveries() {
        try {
            return Drain.await(() -> !queue.isBusy(), limits.shutdownWait(), NanoClock.system());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void close() {
        scheduler.shutdown();
        queue.close();
        timer.cancel();
    }

    /** Replaces CXF's interceptors in every incoming chain of WS-RM. */
    private void replace(Message message) {
        InterceptorChain chain = message.getInterceptorChain();
        Map<Interceptor<?>, Interceptor<?>> replaced = new HashMap<>();
        for (Interceptor<?> interceptor : chain) {
            if (interceptor.getClass() == RMInInterceptor.class) {
                replaced.put(interceptor, acceptIn);
            } else if (interceptor instanceof AbstractInDatabindingInterceptor reading) {
                replaced.put(reading, new TolerantIn.Reading(reading));
            }
        }
        if (replaced.containsValue(acceptIn)) {
            replaced.forEach((former, own) -> {
                chain.remove(former);
                chain.add(own);
            });
        }
    }
}
