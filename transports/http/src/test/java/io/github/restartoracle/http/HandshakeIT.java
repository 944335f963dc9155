package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.junit.jupiter.api.Test;

/** A peer that accepts connections, and ends every TLS handshake. */
class HandshakeIT {
    private static final int CALLS = 20;
    private static final Duration LENGTH = Duration.ofSeconds(6);

    /** The handshakes of the first strikes, which come before the state of the peer is known. */
    private static final int BEFORE_IT_IS_KNOWN = 8;

    private static final int MOST_PER_SECOND = 2;

    private final AtomicInteger handshakes = new AtomicInteger();

    private void refuse(ServerSocket listening) {
        while (!listening.isClosed()) {
            try (Socket connection = listening.accept()) {
                if (connection.getInputStream().read() >= 0) {
                    handshakes.incrementAndGet();
                }
            } catch (IOException ended) {
                // The peer, or the test, has ended the connection.
            }
        }
    }

    @Test
    void shouldNotStormAPeerWithWhichEveryHandshakeFails() throws Exception {
        Bus bus = new CXFBusFactory().createBus();
        try (ServerSocket listening = new ServerSocket(0, 100, InetAddress.getLoopbackAddress())) {
            Thread refusing = new Thread(() -> refuse(listening), "refusing");
            refusing.setDaemon(true);
            refusing.start();
            RestartOracle.install(bus, Settings.of(Map.of("oracle", "canary")), TransmissionListener.NONE);
            JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
            factory.setBus(bus);
            factory.setServiceClass(Greeter.class);
            factory.setAddress("https://127.0.0.1:" + listening.getLocalPort() + "/greeter");
            factory.setFeatures(List.of(new WSAddressingFeature(), new RMFeature()));
            Greeter greeter = factory.create(Greeter.class);
            long startNanos = System.nanoTime();
            for (int i = 0; i < CALLS; i++) {
                greeter.notice("notice " + i);
            }
            await().until(() -> System.nanoTime() - startNanos > LENGTH.toNanos());

            double seconds = (System.nanoTime() - startNanos) / 1e9;
            assertThat((double) handshakes.get())
                    .as("handshakes in %.1f s", seconds)
                    .isBetween(2.0, BEFORE_IT_IS_KNOWN + MOST_PER_SECOND * seconds);
            ClientProxy.getClient(greeter).destroy();
        } finally {
            bus.shutdown(true);
        }
    }
}
