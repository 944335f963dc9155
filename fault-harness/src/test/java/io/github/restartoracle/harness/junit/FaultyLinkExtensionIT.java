package io.github.restartoracle.harness.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.proof.FaultNotAppliedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

class FaultyLinkExtensionIT {
    /** A test as a user would write it; it is run by the tests below, not by the build. */
    @Tag("specimen")
    static class Specimen {
        private static int port;

        @RegisterExtension
        final FaultyLinkExtension held = FaultyLinkExtension.to("localhost", () -> port)
                .with(FaultSchedule.parse("- {at: 0s, for: 500ms, disrupt: both}"));

        @Test
        void reachesTheServerAtLast() throws IOException {
            try (Socket socket =
                    new Socket(held.address().getAddress(), held.address().getPort())) {
                assertThat(socket.getInputStream().read()).isEqualTo(42);
            }
            assertThat(held.counters().held()).isEqualTo(1);
        }
    }

    /** A test whose fault lies after its end. */
    @Tag("specimen")
    static class TooShortSpecimen {
        @RegisterExtension
        static final FaultyLinkExtension LATE = FaultyLinkExtension.to("localhost", () -> Specimen.port)
                .with(FaultSchedule.parse("- {at: 60s, for: 60s, disrupt: both}"));

        @Test
        void endsBeforeTheFault() throws IOException {
            try (Socket socket =
                    new Socket(LATE.address().getAddress(), LATE.address().getPort())) {
                assertThat(socket.getInputStream().read()).isEqualTo(42);
            }
        }
    }

    /** A test that connects to the server, not to the link. */
    @Tag("specimen")
    static class PastTheLinkSpecimen {
        @RegisterExtension
        final FaultyLinkExtension unused = FaultyLinkExtension.to("localhost", () -> Specimen.port)
                .with(FaultSchedule.parse("- {at: 0s, disrupt: both}"));

        @Test
        void connectsToTheServer() throws IOException {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Specimen.port)) {
                assertThat(socket.getInputStream().read()).isEqualTo(42);
            }
        }
    }

    private ServerSocket server = unbound();

    private static ServerSocket unbound() {
        try {
            return new ServerSocket();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void serve() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Specimen.port = server.getLocalPort();
        Thread thread = new Thread(this::answerAll);
        thread.setDaemon(true);
        thread.start();
    }

    private void answerAll() {
        while (!server.isClosed()) {
            try (Socket client = server.accept()) {
                client.getOutputStream().write(42);
            } catch (IOException closed) {
                // The test is over, or its client is gone.
            }
        }
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private static Events run(Class<?> specimen) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(specimen))
                .execute()
                .allEvents();
    }

    @Test
    void shouldPassWhenTheFaultWasApplied() {
        Events events = run(Specimen.class);

        events.assertStatistics(s -> s.failed(0));
        assertThat(events.reportingEntryPublished().count()).isEqualTo(2);
    }

    @Test
    void shouldFailTheTestWhenNothingUsedTheLink() {
        run(PastTheLinkSpecimen.class)
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(finishedWithFailure(
                                instanceOf(FaultNotAppliedException.class), message(m -> m.contains("address()")))));
    }

    @Test
    void shouldFailTheClassWhenTheFaultWasNotApplied() {
        run(TooShortSpecimen.class)
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(finishedWithFailure(
                                instanceOf(FaultNotAppliedException.class),
                                message(m -> m.contains("the run ended at") && m.contains("at: 60s")))));
    }
}
