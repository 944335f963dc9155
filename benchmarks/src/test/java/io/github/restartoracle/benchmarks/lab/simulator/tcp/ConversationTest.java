package io.github.restartoracle.benchmarks.lab.simulator.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.simulator.net.SimulatedLink;
import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;
import io.github.restartoracle.benchmarks.lab.theory.SynSchedule;
import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.Disruption;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.fault.Reset;
import io.github.restartoracle.harness.fault.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Connections that the caller aborts or keeps, over a link with a delay of 10 ms; times in milliseconds. */
class ConversationTest {
    private static final Dialogue HTTP = Dialogue.http(1000, 1000, Duration.ZERO);
    private static final long MILLIS = 1_000_000;

    private final VirtualTime time = new VirtualTime();
    private final List<String> trace = new ArrayList<>();
    private boolean held;

    private final ConversationListener listener = new ConversationListener() {
        @Override
        public void connected(long nowNanos) {
            note("connected", nowNanos);
        }

        @Override
        public void received(long nowNanos) {
            note("received", nowNanos);
        }

        @Override
        public boolean holds(int turn) {
            return held && turn == 1;
        }

        @Override
        public void turnHeard(int turn, long nowNanos) {
            note(Integer.toString(turn), nowNanos);
        }

        @Override
        public void closed(long nowNanos) {
            trace.add("closed");
        }

        @Override
        public void failed(long nowNanos) {
            note("failed", nowNanos);
        }
    };

    private void note(String what, long nowNanos) {
        trace.add(what + "@" + nowNanos / MILLIS);
    }

    private Network network(FaultSchedule faults) {
        Link link = new Link(OptionalLong.empty(), Duration.ofMillis(10), Duration.ZERO);
        return new Network(
                time,
                new SimulatedLink(link, faults, OptionalInt.empty(), Optional.empty(), 0),
                Kernel.TODAY.tcp().withSyn(SynSchedule.RFC_6298));
    }

    private static FaultSchedule cut(long fromMillis, long millis) {
        return FaultSchedule.of(Disruption.of(Duration.ofMillis(fromMillis), Duration.ofMillis(millis)));
    }

    private static FaultSchedule reset(long fromMillis, Direction direction) {
        return FaultSchedule.of(
                new Reset(Window.once(Duration.ofMillis(fromMillis), Optional.of(Duration.ofMinutes(1))), direction));
    }

    @Test
    void shouldTellWhenTheOtherMachineHasTheRequest() {
        held = true;
        Conversation connection = network(FaultSchedule.none()).connect(HTTP, false, 1, listener);
        time.at(300 * MILLIS, now -> connection.speak());

        time.run();

        assertThat(trace).containsExactly("connected@20", "0@30", "received@40", "1@310");
    }

    @Test
    void shouldFailAfterARoundTripWhenTheOtherMachineRefuses() {
        network(reset(0, Direction.FORWARD)).connect(HTTP, false, 1, listener);

        time.run();

        assertThat(trace).containsExactly("failed@20");
    }

    @Test
    void shouldFailWithTheNextWordsWhenResetAsItStands() {
        Conversation connection = network(reset(100, Direction.FORWARD)).connect(HTTP, true, 1, listener);
        time.at(200 * MILLIS, now -> connection.say(HTTP));

        time.run();

        assertThat(trace).last().isEqualTo("failed@220");
    }

    @Test
    void shouldFailAtTheNextWordsAfterTheOtherMachineWasReset() {
        Conversation connection = network(reset(100, Direction.BACKWARD)).connect(HTTP, true, 1, listener);
        time.at(200 * MILLIS, now -> connection.say(HTTP));

        time.run();

        // The request has arrived, but its acknowledgement cannot get back. Its retransmission after 220 ms is answered
        // with a reset.
        assertThat(trace).contains("2@210").last().isEqualTo("failed@440");
    }

    @Test
    void shouldSendNothingMoreWhenAbortedBeforeItStands() {
        Network network = network(cut(0, 60_000));
        Conversation connection = network.connect(HTTP, false, 1, listener);
        time.at(1500 * MILLIS, now -> connection.abort());

        time.run();

        assertThat(network.syns()).isEqualTo(2);
        assertThat(trace).containsExactly("closed");
    }

    @Test
    void shouldDiscardWhatWasNotAcknowledgedWhenAborted() {
        Network network = network(cut(25, 2000));
        Conversation connection = network.connect(HTTP, false, 1, listener);
        time.at(1000 * MILLIS, now -> connection.abort());

        time.run();

        assertThat(trace).containsExactly("connected@20", "closed");
    }

    @Test
    void shouldDeliverWhatIsOnTheWireWhenAborted() {
        Conversation connection = network(FaultSchedule.none()).connect(HTTP, false, 1, listener);
        time.at(25 * MILLIS, now -> connection.abort());

        time.run();

        assertThat(trace).containsExactly("connected@20", "0@30", "closed");
    }

    @Test
    void shouldCarryASecondExchangeWithoutASecondHandshakeWhenKept() {
        Network network = network(FaultSchedule.none());
        Conversation connection = network.connect(HTTP, true, 1, listener);
        time.at(1000 * MILLIS, now -> connection.say(HTTP));

        time.run();

        assertThat(network.syns()).isOne();
        assertThat(trace)
                .containsExactly("connected@20", "0@30", "received@40", "1@40", "2@1010", "received@1020", "3@1020");
    }
}
