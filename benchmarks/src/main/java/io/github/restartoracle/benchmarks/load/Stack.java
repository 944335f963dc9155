package io.github.restartoracle.benchmarks.load;

import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import java.util.Map;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;

/** The software that sends and receives. */
enum Stack {
    /** CXF without changes. */
    STOCK,
    /** CXF with a restart oracle. */
    ORACLE;

    /** Returns a bus that delivers exactly once; the settings and the listener are those of the restart oracle. */
    Bus bus(Map<String, String> settings, TransmissionListener listener) {
        Bus bus = new CXFBusFactory().createBus();
        bus.getExtension(RMManager.class).getConfiguration().setDeliveryAssurance(DeliveryAssurance.EXACTLY_ONCE);
        if (this == ORACLE) {
            RestartOracle.install(bus, Settings.of(settings), listener);
        }
        return bus;
    }

    static void serve(Bus bus, String address, Orders implementation) {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Orders.class);
        factory.setAddress(address);
        factory.setServiceBean(implementation);
        factory.setProperties(Map.of(Message.MTOM_ENABLED, true));
        factory.getFeatures().add(new WSAddressingFeature());
        factory.getFeatures().add(new RMFeature());
        factory.create();
    }

    static Orders client(Bus bus, String address, boolean attachments) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Orders.class);
        factory.setAddress(address);
        factory.setProperties(Map.of(Message.MTOM_ENABLED, attachments));
        factory.getFeatures().add(new WSAddressingFeature());
        factory.getFeatures().add(new RMFeature());
        return (Orders) factory.create();
    }

    /** {@return the number of messages of the bus that are not acknowledged} */
    static int unacknowledged(Bus bus) {
        return bus.getExtension(RMManager.class).getRetransmissionQueue().countUnacknowledged();
    }
}
