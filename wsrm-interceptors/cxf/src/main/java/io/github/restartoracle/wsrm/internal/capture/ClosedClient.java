package io.github.restartoracle.wsrm.internal.capture;

import java.io.Closeable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.endpoint.ClientLifeCycleManager;
import org.apache.cxf.endpoint.ConduitSelector;
import org.apache.cxf.endpoint.NullConduitSelector;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.Conduit;

/**
 * Takes the place of a client that is closed before all of its messages are acknowledged: the answers come here, and its
 * conduits stay open. No listener for clients is told of it.
 */
@SuppressWarnings("try") // Client#close may be interrupted.
final class ClosedClient extends ClientImpl {
    private final Client former;

    private ClosedClient(Client former, Bus bus, ConduitSelector conduits) {
        super(quiet(bus), conduits.getEndpoint(), conduits);
        this.bus = bus;
        this.former = former;
    }

    /** Takes the place of a client that is being destroyed. */
    static ClosedClient of(Client former) {
        ConduitSelector conduits = former.getConduitSelector();
        Conduit conduit = former.getConduit();
        ClosedClient closed = new ClosedClient(former, former.getBus(), conduits);
        conduit.setMessageObserver(closed);
        NoConduits none = new NoConduits();
        none.setEndpoint(conduits.getEndpoint());
        former.setConduitSelector(none);
        return closed;
    }

    /** Returns a bus on which no listener is told of clients. */
    private static Bus quiet(Bus bus) {
        return (Bus) Proxy.newProxyInstance(
                ClosedClient.class.getClassLoader(), new Class<?>[] {Bus.class}, (proxy, method, arguments) -> {
                    if (arguments != null && arguments.length == 1 && arguments[0] == ClientLifeCycleManager.class) {
                        return null;
                    }
                    try {
                        return method.invoke(bus, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    public List<Interceptor<? extends Message>> getInInterceptors() {
        return former == null ? super.getInInterceptors() : former.getInInterceptors();
    }

    @Override
    public List<Interceptor<? extends Message>> getOutInterceptors() {
        return former == null ? super.getOutInterceptors() : former.getOutInterceptors();
    }

    /** Runs the cleanup hooks of the endpoint and closes the conduits. */
    @Override
    public void destroy() {
        bus = quiet(bus);
        super.destroy();
    }

    /** The conduits of a client that is destroyed. They stay open for the messages that wait. */
    private static final class NoConduits extends NullConduitSelector implements Closeable {
        @Override
        public void prepare(Message message) {
            throw new IllegalStateException("the client is closed");
        }

        @Override
        public Conduit selectConduit(Message message) {
            throw new IllegalStateException("the client is closed");
        }

        @Override
        public void close() {
            // CXF would close the conduit otherwise.
        }
    }
}
