package io.github.restartoracle.wsrm.internal.runtime;

import io.github.restartoracle.wsrm.internal.log.Logs;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.cxf.Bus;
import org.apache.cxf.management.InstrumentationManager;
import org.apache.cxf.management.ManagedComponent;
import org.apache.cxf.management.ManagementConstants;
import org.slf4j.Logger;

/** Shows components of a bus in JMX, if CXF's instrumentation is on. Stateless. */
public final class Management {
    private static final Logger LOG = Logs.of(Management.class);

    private Management() {}

    /** Shows a component. A failure is logged. */
    public static void register(Bus bus, ManagedComponent component, String subject) {
        InstrumentationManager management = bus.getExtension(InstrumentationManager.class);
        if (management != null) {
            try {
                management.register(component);
            } catch (JMException e) {
                LOG.warn("{} of bus {} is not available through JMX", subject, bus.getId(), e);
            }
        }
    }

    /** Returns the name of the component of a type. */
    public static ObjectName name(Bus bus, String type) throws JMException {
        return new ObjectName(ManagementConstants.DEFAULT_DOMAIN_NAME + ":" + ManagementConstants.BUS_ID_PROP + "="
                + bus.getId() + "," + ManagementConstants.TYPE_PROP + "=" + type);
    }
}
