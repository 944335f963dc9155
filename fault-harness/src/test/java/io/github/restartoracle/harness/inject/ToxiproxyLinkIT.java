package io.github.restartoracle.harness.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.model.AccessMode;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Volume;
import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.junit.RequiresDocker;
import io.github.restartoracle.harness.testbed.EchoDestination;
import io.github.restartoracle.harness.testbed.TestbedImages;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.toxiproxy.ToxiproxyContainer;
import org.testcontainers.utility.DockerImageName;

@RequiresDocker
class ToxiproxyLinkIT {
    private static final Network NETWORK = Network.newNetwork();

    private static final GenericContainer<?> BACKEND = new GenericContainer<>(DockerImageName.parse(TestbedImages.NODE))
            .withNetwork(NETWORK)
            .withNetworkAliases("backend")
            .withCreateContainerCmdModifier(c -> c.getHostConfig()
                    .withBinds(new Bind(
                            Path.of("target/test-classes").toAbsolutePath().toString(),
                            new Volume("/app"),
                            AccessMode.ro)))
            .withCommand("java", "-cp", "/app", EchoDestination.class.getName());

    private static final ToxiproxyContainer TOXIPROXY =
            new ToxiproxyContainer(TestbedImages.toxiproxy()).withNetwork(NETWORK);

    @SuppressWarnings("NullAway.Init")
    private static ToxiproxyLink link;

    @BeforeAll
    static void start() throws IOException {
        BACKEND.start();
        TOXIPROXY.start();
        link = ToxiproxyLink.open(TOXIPROXY, 8666, "backend:9000");
    }

    @AfterAll
    static void stop() {
        TOXIPROXY.stop();
        BACKEND.stop();
        NETWORK.close();
    }

    private static Duration roundTrip() throws IOException {
        long begin = System.nanoTime();
        try (Socket socket =
                new Socket(link.address().getAddress(), link.address().getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(1);
            if (socket.getInputStream().read() != 1) {
                throw new IOException("closed");
            }
        }
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    @Test
    void shouldDelayBothWaysAndRecoverWhenLatencyBeginsAndEnds() throws IOException {
        roundTrip();
        link.begin(new ConnectionFault.Latency(Duration.ofMillis(300), Duration.ZERO, Direction.BOTH));

        assertThat(roundTrip()).isGreaterThan(Duration.ofMillis(590));

        link.clear();
        await().until(() -> roundTrip().compareTo(Duration.ofMillis(590)) < 0);
    }

    @Test
    void shouldResetTheConnectionWhenAskedFor() throws IOException {
        link.begin(new ConnectionFault.Reset(Duration.ZERO, Direction.BACKWARD));

        assertThatThrownBy(ToxiproxyLinkIT::roundTrip).isInstanceOf(IOException.class);

        link.clear();
        roundTrip();
    }
}
