package io.github.restartoracle.benchmarks.lab.node;

import io.github.restartoracle.benchmarks.lab.scenario.Service;
import io.github.restartoracle.harness.csv.CsvWriter;
import io.github.restartoracle.harness.journal.ArrivalRow;
import io.github.restartoracle.harness.journal.Journal;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.echo.ArrivalIn;
import io.github.restartoracle.wsrm.echo.ArrivalLog;
import io.github.restartoracle.wsrm.echo.RejectedEchoes;
import io.github.restartoracle.wsrm.event.MessageId;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import jakarta.jws.WebService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;

/**
 * A CXF endpoint that delivers exactly once and writes every arrival of a transmission to a file. Thread-safe.
 */
public final class DestinationEnd implements AutoCloseable {
    private final String run;
    private final int warmUpMessages;
    private final Bus bus;
    private final Server server;
    private final CsvWriter<ArrivalRow> arrivals;
    private final ServiceConduct conduct;
    private final Set<Long> delivered = new HashSet<>();
    private final AtomicInteger duplicatesDelivered = new AtomicInteger();

    /**
     * Starts an endpoint over HTTP.
     *
     * @param address the address it listens on
     * @param run the name of the run, for the file
     * @param arrivalFile the file of arrivals
     * @throws IOException if the file cannot be written
     */
    public DestinationEnd(String address, String run, Path arrivalFile) throws IOException {
        this(Wire.http(address), Service.PROMPT, run, arrivalFile);
    }

    /**
     * Starts the endpoint.
     *
     * @param wire the transport of the messages
     * @param service the behaviour of the service, from {@link #begin} on
     * @param run the name of the run, for the file
     * @param arrivalFile the file of arrivals
     * @throws IOException if the file cannot be written
     */
    public DestinationEnd(Wire wire, Service service, String run, Path arrivalFile) throws IOException {
        this.run = run;
        this.warmUpMessages = wire.warmUpMessages();
        this.arrivals = Journal.ARRIVALS.writer(arrivalFile);
        this.bus = new CXFBusFactory().createBus();
        bus.getExtension(RMManager.class).getConfiguration().setDeliveryAssurance(DeliveryAssurance.EXACTLY_ONCE);
        if (service.stock()) {
            observe(bus);
        } else {
            RestartOracle.install(bus, Settings.of(Map.of("oracle", "none")), new ArrivalWriter());
        }
        this.conduct = new ServiceConduct(service, run.hashCode(), NanoClock.system());
        wire.prepareDestination(bus, conduct);
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(bus);
        factory.setAddress(wire.endpoint());
        factory.setServiceBean(new Delivery());
        factory.getFeatures().add(new WSAddressingFeature());
        factory.getFeatures().add(new RMFeature());
        this.server = factory.create();
    }

    /** Records arrivals without a change to the behaviour of CXF. */
    private void observe(Bus stock) {
        NanoClock clock = NanoClock.system();
        stock.getInInterceptors()
                .add(new ArrivalIn(
                        stock.getExtension(RMManager.class),
                        clock,
                        new ArrivalLog(),
                        new RejectedEchoes(clock),
                        new ArrivalWriter()));
    }

    /**
     * Begins the run: from now on the service behaves as its scenario says.
     *
     * @param startNanos the run's time 0 on the monotonic clock, now or later
     */
    public void begin(long startNanos) {
        conduct.begin(startNanos);
    }

    /**
     * Returns the number of messages that the application received again.
     *
     * @return excess copies; 0 if WS-RM keeps its promise
     */
    public int duplicatesDelivered() {
        return duplicatesDelivered.get();
    }

    /**
     * Returns the number of messages that the application received.
     *
     * @return distinct messages, without those of the warm-up
     */
    public int delivered() {
        synchronized (delivered) {
            return delivered.size();
        }
    }

    /**
     * Writes all arrivals so far to the file.
     *
     * @throws IOException if it cannot be written
     */
    public void flush() throws IOException {
        arrivals.flush();
    }

    @Override
    public void close() throws IOException {
        server.destroy();
        bus.shutdown(true);
        arrivals.close();
    }

    private final class ArrivalWriter implements TransmissionListener {
        @Override
        public void arrived(MessageId message, int attempt, long arrivedNanos) {
            long number = message.number() - warmUpMessages;
            if (number < 1 || attempt < 1) {
                return;
            }
            // The envelope is read by now. The packet that came at arrivedNanos may hold the HTTP headers alone.
            long readNanos = System.nanoTime();
            try {
                arrivals.write(new ArrivalRow(run, number, attempt, readNanos));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The application: counts messages and copies. */
    @WebService(
            endpointInterface = "io.github.restartoracle.benchmarks.lab.node.Sink",
            serviceName = "SinkService",
            portName = "SinkPort",
            targetNamespace = Sink.NAMESPACE)
    private final class Delivery implements Sink {
        @Override
        public void put(String text) {
            long number = Long.parseLong(text.substring(0, text.indexOf(':')));
            if (number < 1) {
                return;
            }
            synchronized (delivered) {
                if (!delivered.add(number)) {
                    duplicatesDelivered.incrementAndGet();
                }
            }
        }
    }
}
