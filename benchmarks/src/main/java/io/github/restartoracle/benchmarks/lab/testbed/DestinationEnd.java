package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.scenario.Service;
import io.github.restartoracle.harness.journal.ArrivalRow;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.internal.echo.ArrivalIn;
import io.github.restartoracle.wsrm.internal.echo.ArrivalLog;
import io.github.restartoracle.wsrm.internal.echo.RejectedEchoes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;

/** A CXF endpoint that delivers exactly once, unless it is plain, and notes every arrival of a transmission. Thread-safe. */
final class DestinationEnd implements AutoCloseable {
    private final String run;
    private final int warmUpMessages;
    private final Bus bus;
    private final Server server;
    private final ServiceConduct conduct;
    private final List<ArrivalRow> arrivals = new ArrayList<>();
    private final Set<Long> delivered = new HashSet<>();
    private int duplicatesDelivered;

    /**
     * Starts the endpoint.
     *
     * @param wire the transport of the messages
     * @param service the behaviour of the service, from {@link #begin} on
     * @param run the name of the run, from which the random times of the service are made
     * @param plain true for a service without WS-RM
     * @throws IOException if it cannot listen
     */
    DestinationEnd(Wire wire, Service service, String run, boolean plain) throws IOException {
        this.run = run;
        this.warmUpMessages = wire.warmUpMessages();
        this.bus = new CXFBusFactory().createBus();
        bus.getExtension(RMManager.class).getConfiguration().setDeliveryAssurance(DeliveryAssurance.EXACTLY_ONCE);
        TransmissionListener listener = new TransmissionListener() {
            @Override
            public void arrived(MessageId message, int attempt, long arrivedNanos) {
                note(message.number() - warmUpMessages, attempt);
            }
        };
        if (plain) {
            PlainTransmissions.observe(bus, this::note);
        } else if (service.stock()) {
            observe(bus, listener);
        } else {
            RestartOracle.install(bus, Settings.of(Map.of("oracle", "none")), listener);
        }
        this.conduct = new ServiceConduct(service, run.hashCode());
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(bus);
        factory.setAddress(wire.prepareDestination(bus, conduct));
        factory.setServiceClass(Sink.class);
        factory.setServiceBean((Sink) this::deliver);
        if (!plain) {
            factory.getFeatures().add(new WSAddressingFeature());
            factory.getFeatures().add(new RMFeature());
        }
        this.server = factory.create();
    }

    /** Records arrivals without a change to the behaviour of CXF. */
    private static void observe(Bus stock, TransmissionListener listener) {
        NanoClock clock = NanoClock.system();
        RMManager manager = stock.getExtension(RMManager.class);
        stock.getInInterceptors()
                .add(new ArrivalIn(manager, clock, new ArrivalLog(), new RejectedEchoes(clock), listener));
    }

    /**
     * Begins the run: from now on the service behaves as its scenario says.
     *
     * @param startNanos the run's time 0 on the monotonic clock, now or later
     */
    void begin(long startNanos) {
        conduct.begin(startNanos);
    }

    /** {@return the output so far} */
    synchronized DestinationReport report() {
        return new DestinationReport(List.copyOf(arrivals), delivered.size(), duplicatesDelivered);
    }

    @Override
    public void close() {
        server.destroy();
        bus.shutdown(true);
    }

    private synchronized void note(long message, int attempt) {
        if (message >= 1 && attempt >= 1) {
            // The envelope is read by now. The packet that came first may hold the HTTP headers alone.
            arrivals.add(new ArrivalRow(run, message, attempt, System.nanoTime()));
        }
    }

    /** Counts messages and copies, as the application. */
    private synchronized void deliver(String text) {
        long number = Long.parseLong(text.substring(0, text.indexOf(':')));
        if (number >= 1 && !delivered.add(number)) {
            duplicatesDelivered++;
        }
    }
}
