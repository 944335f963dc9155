package io.github.restartoracle.wsrm.internal.runtime;

import org.apache.cxf.Bus;
import org.apache.cxf.buslifecycle.BusLifeCycleListener;
import org.apache.cxf.buslifecycle.BusLifeCycleManager;

/** Work at the shutdown of a bus. Stateless. */
public final class BusShutdown {
    private BusShutdown() {}

    /** Registers work as {@link #register(Bus, Runnable, Runnable)} does, with none while the bus still sends and receives. */
    public static void register(Bus bus, Runnable after) {
        register(bus, () -> {}, after);
    }

    /**
     * Registers work. Has no effect on a bus without a manager of its life cycle.
     *
     * @param before runs while the bus still sends and receives
     * @param after runs when it does not any more
     */
    public static void register(Bus bus, Runnable before, Runnable after) {
        BusLifeCycleManager lifeCycle = bus.getExtension(BusLifeCycleManager.class);
        if (lifeCycle == null) {
            return;
        }
        lifeCycle.registerLifeCycleListener(new BusLifeCycleListener() {
            @Override
            public void initComplete() {
                // There is no work here.
            }

            @Override
            public void preShutdown() {
                before.run();
            }

            @Override
            public void postShutdown() {
                after.run();
            }
        });
    }
}
