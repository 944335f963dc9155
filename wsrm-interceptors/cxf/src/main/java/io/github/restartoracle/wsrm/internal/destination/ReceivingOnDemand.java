package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.rm.ReliabilityAssertions;
import io.github.restartoracle.wsrm.internal.runtime.ChainStep;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.soap.SoapBinding;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.endpoint.ServerRegistry;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.service.factory.FactoryBeanListener;
import org.apache.cxf.service.factory.FactoryBeanListenerManager;
import org.apache.cxf.ws.addressing.MAPAggregator;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.WrappedEndpoint;

/**
 * Installs the {@link ReceivingSide} on a bus that becomes a destination:
 *
 * <ul>
 *   <li>with its first SOAP endpoint, before that is started;
 *   <li>with a reliable two-way call, whose response comes in a sequence that the client offers;
 *   <li>with a reliable call of a client that has an address of its own for responses and acknowledgements.
 * </ul>
 *
 * <p>The bus of any other client checks the headers of incoming messages only. Stateless.
 */
public final class ReceivingOnDemand {
    /** The extension of a bus. It is a private type, because a Spring bus would make a bean of a public type. */
    private record Awaited(Consumer<ReceivingSide> then, ChainStep calling) {}

    private ReceivingOnDemand() {}

    /**
     * Installs the receiving side on a bus as soon as it is needed, at once if there is a SOAP endpoint.
     *
     * @param then told of the receiving side when it is installed, at once if it is there already
     */
    public static void on(Bus bus, Consumer<ReceivingSide> then) {
        prepare(bus);
        synchronized (bus) {
            Optional<ReceivingSide> present = ReceivingSide.of(bus);
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
                ReceivingSide.installOn(bus);
            }
        });
        if (bus.getExtension(ServerRegistry.class).getServers().stream().anyMatch(ReceivingOnDemand::isSoap)) {
            ReceivingSide.installOn(bus);
        }
    }

    private static boolean isSoap(Server server) {
        return server.getEndpoint().getBinding() instanceof SoapBinding;
    }

    /** Tells those who wait for it that a bus has the receiving side. */
    static void installed(Bus bus, ReceivingSide side) {
        Awaited awaited = bus.getExtension(Awaited.class);
        if (awaited != null) {
            bus.getOutInterceptors().remove(awaited.calling());
            awaited.then().accept(side);
        }
    }

    /** Has the policies of a bus read, and the headers of all its incoming messages checked. */
    static void prepare(Bus bus) {
        synchronized (bus) {
            if (bus.getInInterceptors().stream().anyMatch(ValidateIn.class::isInstance)) {
                return;
            }
            ReliabilityAssertions.installOn(bus);
            bus.getInInterceptors()
                    .add(new ValidateIn(
                            bus.getExtension(RMManager.class),
                            new InvalidMessages(NanoClock.system()),
                            ReceivingSide.addresses(bus)));
            bus.getOutInterceptors().add(ValidateIn.unvalidatedOut());
        }
    }

    /** Installs the receiving side before a call gets its number. */
    private static ChainStep calling(Bus bus) {
        return new ChainStep(ReceivingOnDemand.class.getName(), Phase.POST_LOGICAL, message -> {
            Endpoint endpoint = message.getExchange().getEndpoint();
            boolean receives = !message.getExchange().isOneWay()
                    || endpoint.getEndpointInfo().getProperty(MAPAggregator.DECOUPLED_DESTINATION) != null;
            if (receives
                    && MessageUtils.isRequestor(message)
                    && !(endpoint instanceof WrappedEndpoint)
                    && AckOut.isReliable(message.getInterceptorChain())) {
                ReceivingSide.installOn(bus);
            }
        });
    }
}
