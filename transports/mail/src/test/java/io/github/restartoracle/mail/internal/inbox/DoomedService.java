package io.github.restartoracle.mail.internal.inbox;

import io.github.restartoracle.mail.Notices;
import jakarta.activation.DataHandler;
import jakarta.jws.WebService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.apache.cxf.ws.rm.manager.DestinationPolicyType;
import org.apache.cxf.ws.rm.manager.RetryPolicyType;
import org.apache.cxf.ws.rm.persistence.jdbc.RMTxStore;

/**
 * A process with a reliable service at the mail address of its system properties, exactly once, with CXF's own store. It begins
 * to receive after the input line {@code start}. After {@code die STEP} it prints STEP when it reaches that step next, and
 * waits to be killed.
 */
public final class DoomedService implements Steps {
    /** Steps besides those of the poller: before and after the work of the application. */
    public static final String INVOKED = "invoked";

    public static final String DELIVERED = "delivered";

    private volatile String doom = "";

    private DoomedService() {}

    /** Runs a service. The arguments are the directory for durable files and the address of the service. */
    public static void main(String[] args) throws IOException {
        new DoomedService().run(Path.of(args[0]), args[1]);
    }

    private void run(Path directory, String address) throws IOException {
        Bus bus = new CXFBusFactory().createBus();
        // The id is part of the key under which the store knows the endpoint.
        ((ExtensionManagerBus) bus).setId("service");
        bus.setExtension(this, Steps.class);
        RMManager manager = bus.getExtension(RMManager.class);
        manager.getConfiguration().setDeliveryAssurance(DeliveryAssurance.EXACTLY_ONCE);
        manager.setDestinationPolicy(redelivery(manager.getDestinationPolicy()));
        new WSAddressingFeature().initialize(bus);
        new RMFeature().initialize(bus);
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(bus);
        factory.setAddress("mailto:" + address);
        factory.setServiceBean(new NotingBean(this, directory.resolve("delivered")));
        factory.setStart(false);
        Server server = factory.create();
        System.out.println("ready");
        try (BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                if (order.equals("start")) {
                    manager.setStore(store(directory));
                    server.start();
                    System.out.println("started");
                } else {
                    doom = order.replace("die ", "");
                }
            }
        }
        System.exit(0);
    }

    /** Adds a retry policy, without which CXF does not redeliver messages that were stored and not delivered. */
    private static DestinationPolicyType redelivery(DestinationPolicyType policy) {
        RetryPolicyType retry = new RetryPolicyType();
        retry.setMaxRetries(-1);
        retry.setInterval(500L);
        policy.setRetryPolicy(retry);
        return policy;
    }

    private static RMTxStore store(Path directory) {
        RMTxStore store = new RMTxStore();
        store.setDriverClassName("org.h2.Driver");
        // Written data is durable at once; by default, half a second later.
        store.setUrl("jdbc:h2:file:" + directory.resolve("rm") + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE");
        store.setTableExistsState("42S01");
        store.setTableExistsCode(42101);
        store.init();
        return store;
    }

    @Override
    public void before(String step) {
        if (step.equals(doom)) {
            System.out.println(step);
            while (true) {
                LockSupport.park();
            }
        }
    }

    /** An application whose effect is durable when a call returns. */
    @WebService(
            endpointInterface = "io.github.restartoracle.mail.Notices",
            serviceName = "NoticesService",
            portName = "NoticesPort",
            targetNamespace = "urn:notices")
    public static final class NotingBean implements Notices {
        private final Steps steps;
        private final Path delivered;

        NotingBean(Steps steps, Path delivered) {
            this.steps = steps;
            this.delivered = delivered;
        }

        @Override
        public void tell(String text) {
            steps.before(INVOKED);
            try {
                Files.writeString(
                        delivered,
                        text + "\n",
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND,
                        StandardOpenOption.SYNC);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            steps.before(DELIVERED);
        }

        @Override
        public void show(DataHandler picture) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String ask(String question) {
            throw new UnsupportedOperationException();
        }
    }
}
