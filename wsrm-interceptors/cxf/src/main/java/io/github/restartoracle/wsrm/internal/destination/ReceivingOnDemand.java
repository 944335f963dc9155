package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.rm.ReliabilityAssertions;
import java.util.function.Consumer;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.soap.SoapBinding;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.endpoint.ServerRegistry;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.service.factory.FactoryBeanListener;
import org.apache.cxf.service.factory.FactoryBeanListenerManager;
import org.apache.cxf.ws.addressing.MAPAggregator;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMOutInterceptor;
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
 * <p>The other clients check the headers of the answers to their messages, and have nothing else of it. Stateless.
 */
public final class ReceivingOnDemand {
    /** The extension of a bus. It is a private type, because a Spring bus would make a bean of a public type. */
    private record Awaited(Consumer<ReceivingSide> then) {}

    private ReceivingOnDemand() {}

    /**
     * Installs the receiving side on a bus as soon as it is needed, at once if there is a SOAP endpoint.
     *
     * @param bus the bus
     * @param then told of the receiving side when it is installed, at once if it is there already
     */
    public static void on(Bus bus, Consumer<ReceivingSide> then) {
        prepare(bus);
        synchronized (bus) {
            if (ReceivingSide.of(bus).isPresent()) {
                then.accept(ReceivingSide.installOn(bus));
                return;
            }
            bus.setExtension(new Awaited(then), Awaited.class);
        }
        FactoryBeanListenerManager factories = bus.getExtension(FactoryBeanListenerManager.class);
        factories.addListener((event, factory, arguments) -> {
            if (event == FactoryBeanListener.Event.SERVER_CREATED && isSoap((Server) arguments[0])) {
                ReceivingSide.installOn(bus);
            }
        });
        bus.getOutInterceptors().add(new Calling(bus));
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
            bus.getOutInterceptors().add(new UnvalidatedOut());
        }
    }

    /** Installs the receiving side before a call gets its number. Thread-safe. */
    private static final class Calling extends AbstractPhaseInterceptor<Message> {
        private final Bus bus;

        Calling(Bus bus) {
            super(Phase.POST_LOGICAL);
            this.bus = bus;
        }

        @Override
        public void handleMessage(Message message) {
            if (isReliableCall(message) && (!message.getExchange().isOneWay() || hasOwnAddress(message))) {
                bus.getOutInterceptors().remove(this);
                ReceivingSide.installOn(bus);
            }
        }

        private static boolean isReliableCall(Message message) {
            if (!MessageUtils.isRequestor(message) || message.getExchange().getEndpoint() instanceof WrappedEndpoint) {
                return false;
            }
            for (Interceptor<?> interceptor : message.getInterceptorChain()) {
                if (interceptor instanceof RMOutInterceptor) {
                    return true;
                }
            }
            return false;
        }

        private static boolean hasOwnAddress(Message message) {
            Endpoint endpoint = message.getExchange().getEndpoint();
            return endpoint.getEndpointInfo().getProperty(MAPAggregator.DECOUPLED_DESTINATION) != null;
        }
    }
}
