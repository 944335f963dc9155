package io.github.restartoracle.wsrm.destination;

import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMInInterceptor;

/**
 * Lets a CXF destination deal with the copies of a message one after the other. CXF asks whether a message was acknowledged
 * and acknowledges it in two steps: of two copies that arrive together both pass, and the application gets the message
 * twice in spite of exactly-once. Restarts make copies arrive together, for instance when a link comes back.
 *
 * <p>In every incoming chain CXF's interceptor is replaced by one that takes a lock per message first. Thread-safe.
 */
public final class CopiesOneByOne extends AbstractPhaseInterceptor<Message> {
    private final LockedRmIn locked;

    /**
     * An interceptor for a bus.
     *
     * @param bus the bus
     */
    public CopiesOneByOne(Bus bus) {
        super(Phase.RECEIVE);
        this.locked = new LockedRmIn();
        locked.setBus(bus);
    }

    @Override
    public void handleMessage(Message message) {
        InterceptorChain chain = message.getInterceptorChain();
        List<Interceptor<?>> replaced = new ArrayList<>(1);
        for (Interceptor<?> interceptor : chain) {
            if (interceptor.getClass() == RMInInterceptor.class) {
                replaced.add(interceptor);
            }
        }
        if (!replaced.isEmpty()) {
            replaced.forEach(chain::remove);
            chain.add(locked);
        }
    }
}
