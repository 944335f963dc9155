package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.wsrm.RawSource.Version;
import io.github.restartoracle.wsrm.internal.destination.ReceivingSide;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the end of a sequence whose source has given up a message, at a destination that delivers in order. */
class SequenceEndIT {
    private static ReliablePair pair(Version version) {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.soap12 = version.soap12;
        setup.inOrder = true;
        return new ReliablePair(setup);
    }

    /** Sends messages 1, 3 and 4; the first one is delivered, the others are held. */
    private static RawSource sourceWithGap(ReliablePair pair, Version version) throws Exception {
        RawSource source = new RawSource(pair.serverAddress, version);
        source.send(1, "put", "1");
        assertThat(source.send(4, "put", "4")).contains("Upper=\"4\"");
        assertThat(source.send(3, "put", "3")).contains("Lower=\"3\"");
        await().until(() -> !pair.bean.delivered.isEmpty());
        assertThat(pair.bean.delivered).containsExactly("1");
        return source;
    }

    @ParameterizedTest
    @EnumSource(names = {"RM11", "RM11_SOAP12"})
    void shouldDeliverWhatIsBehindAGapInOrderAndTellItFinallyWhenTheSourceCloses(Version version) throws Exception {
        try (ReliablePair pair = pair(version)) {
            RawSource source = sourceWithGap(pair, version);
            assertThat(source.control("CloseSequence").body())
                    .contains("CloseSequenceResponse", "Final", "Upper=\"1\"", "Lower=\"3\"", "Upper=\"4\"");
            await().until(() -> pair.bean.delivered.size() == 3);
            assertThat(pair.bean.delivered).containsExactly("1", "3", "4");

            HttpResponse<String> late = source.exchange(2, "put", "2");
            assertThat(late.statusCode()).isIn(400, 500);
            assertThat(late.body()).contains("SequenceClosed", source.sequence);
            assertThat(source.send(2, "price", "2")).contains("SequenceClosed");
            assertThat(source.send(3, "put", "3")).contains("Final", "Upper=\"4\"");
            assertThat(source.requestAcknowledgement(source.sequence)).contains("Final", "Upper=\"4\"");
            // A repeated request has the same answer.
            assertThat(source.control("CloseSequence").body())
                    .contains("CloseSequenceResponse", "Final", "Lower=\"3\"");
            assertThat(source.control("TerminateSequence").body()).contains("TerminateSequenceResponse");
            assertThat(pair.bean.delivered).containsExactly("1", "3", "4");
        }
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void shouldDeliverWhatIsBehindAGapInOrderWhenTheSourceTerminates(Version version) throws Exception {
        try (ReliablePair pair = pair(version)) {
            RawSource source = sourceWithGap(pair, version);
            ReceivingSide receiving = ReceivingSide.installOn(pair.destinationBus);
            assertThat(receiving.held().messages()).isEqualTo(2);
            assertThat(receiving.held().nanos()).isPositive();
            source.control("TerminateSequence");
            await().until(() -> pair.bean.delivered.size() == 3);
            assertThat(pair.bean.delivered).containsExactly("1", "3", "4");
            assertThat(receiving.held().messages()).isZero();
            assertThat(source.exchange(2, "put", "2").body()).containsAnyOf("SequenceTerminated", "UnknownSequence");
        }
    }

    @Test
    void shouldRefuseACallThatWaitsForAMissingMessageWhenTheSourceCloses() throws Exception {
        NotedTransmissions destination = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.inOrder = true;
        setup.destinationListener = destination;
        try (ReliablePair pair = new ReliablePair(setup)) {
            RawSource source = new RawSource(pair.serverAddress);
            source.numbered = true;
            CompletableFuture<String> call = CompletableFuture.supplyAsync(() -> price(source));
            await().until(() -> !destination.arrived.isEmpty());
            source.control("CloseSequence");
            assertThat(call.get()).contains("SequenceClosed");
        }
    }

    private static String price(RawSource source) {
        try {
            return source.send(2, "price", "2");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldNotKnowASequenceThatIsClosedAfterItsEnd() throws Exception {
        try (ReliablePair pair = pair(Version.RM11)) {
            RawSource source = new RawSource(pair.serverAddress);
            source.send(1, "put", "1");
            await().until(() -> !pair.bean.delivered.isEmpty());
            source.control("TerminateSequence");
            assertThat(source.control("CloseSequence").body()).contains("UnknownSequence");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"put", "price"})
    void shouldRefuseANumberBeyondTheLastOne(String operation) throws Exception {
        try (ReliablePair pair = pair(Version.RM10)) {
            RawSource source = new RawSource(pair.serverAddress, Version.RM10);
            assertThat(source.call(source.lastHeader(1), "put", "1").body()).contains("Upper=\"1\"");
            assertThat(source.send(2, operation, "2")).contains("LastMessageNumberExceeded");
            await().until(() -> !pair.bean.delivered.isEmpty());
            assertThat(pair.bean.delivered).containsExactly("1");
        }
    }
}
