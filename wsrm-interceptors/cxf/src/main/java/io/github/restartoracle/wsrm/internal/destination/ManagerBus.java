package io.github.restartoracle.wsrm.internal.destination;

import org.apache.cxf.Bus;
import org.apache.cxf.ws.rm.RMManager;

/**
 * The bus of a WS-RM manager. A manager that is a bean of a Spring context is the extension of every bus in that context, but
 * has one queue, and creates its own clients on one bus. Stateless.
 */
public final class ManagerBus {
    private ManagerBus() {}

    /**
     * Returns the bus to which the state of a manager belongs.
     *
     * @param bus any bus
     * @return the bus of the manager that the given bus uses; mostly the given bus itself
     */
    public static Bus of(Bus bus) {
        RMManager manager = bus.getExtension(RMManager.class);
        Bus own = manager == null ? null : manager.getBus();
        return own != null && own != bus && own.getExtension(RMManager.class) == manager ? own : bus;
    }
}
