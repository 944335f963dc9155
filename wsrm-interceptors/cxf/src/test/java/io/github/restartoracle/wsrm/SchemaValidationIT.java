package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.wsrm.RawSource.Version;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a client and a service that validate their messages: the schema of the service knows no message of WS-RM. */
class SchemaValidationIT {
    @ParameterizedTest(name = "RM 1.1 {0}")
    @ValueSource(booleans = {false, true})
    void shouldDeliver(boolean rm11) {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.rm11 = rm11;
        setup.validated = true;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("first");
            assertThat(pair.orders.price("second")).isEqualTo("price of second");
            await().until(() -> pair.oracle().backlog().isEmpty());
            await().until(() -> pair.bean.delivered.size() == 2);
        }
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void shouldRefuseAnInvalidRequestAndGoOn(Version version) throws Exception {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.soap12 = version.soap12;
        setup.validated = true;
        try (ReliablePair pair = new ReliablePair(setup)) {
            RawSource source = new RawSource(pair.serverAddress, version);
            assertThat(source.send(1, "price", "<invalid/>")).contains("Fault", "invalid");
            assertThat(source.send(2, "price", "valid")).contains("price of valid");
            source.send(3, "put", "<invalid/>");
            assertThat(source.send(4, "price", "also valid")).contains("price of also valid");
            assertThat(pair.bean.delivered).containsExactly("valid", "also valid");
        }
    }

    /**
     * Covers a message that is valid XML and that the service cannot read, neither now nor later: it is acknowledged as any
     * other, and its delivery is given up.
     */
    @ParameterizedTest(name = "in order {0}")
    @ValueSource(booleans = {false, true})
    void shouldGiveUpAnInvalidMessageAndGoOn(boolean inOrder) throws Exception {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.inOrder = inOrder;
        setup.validated = true;
        try (ReliablePair pair = new ReliablePair(setup)) {
            // An attempt that the service refuses is repeated for ever; this one is not.
            ReceivingSideIT.redeliver(pair.destinationBus);
            RestartOracle destination = Objects.requireNonNull(RestartOracle.of(pair.destinationBus));
            RawSource source = new RawSource(pair.serverAddress);
            source.send(1, "put", "first");
            source.send(2, "put", "<invalid/>");
            assertThat(source.send(3, "price", "<invalid/>")).contains("Fault", "invalid");
            assertThat(source.send(4, "unknownOperation", "")).contains("Fault", "unknownOperation");
            source.send(5, "put", "second");
            assertThat(source.send(2, "put", "<invalid/>")).contains("Lower=\"1\"", "Upper=\"5\"");
            await().until(() -> pair.bean.delivered.size() == 2);
            assertThat(pair.bean.delivered).containsExactlyInAnyOrder("first", "second");
            await().until(() -> destination.givenUpDeliveries().size() == 1);
            assertThat(destination.givenUpDeliveries().get(0).id().number()).isEqualTo(2);
            assertThat(destination.givenUpDeliveries().get(0).reason()).contains("invalid");
        }
    }

    /** A message that is cut off may come again in whole. */
    @Test
    void shouldNotAcceptAMessageThatEndsInItsBody() throws Exception {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.validated = true;
        try (ReliablePair pair = new ReliablePair(setup)) {
            RawSource source = new RawSource(pair.serverAddress);
            source.cut = true;
            String cut = source.send(1, "put", "first</order></o:put></s:Body></s:Envelope><!--");
            assertThat(cut).doesNotContain("AcknowledgementRange");
            source.send(1, "put", "<unfinished");
            source.cut = false;
            assertThat(source.send(1, "put", "first")).contains("Lower=\"1\"", "Upper=\"1\"");
            await().until(() -> pair.bean.delivered.equals(List.of("first")));
        }
    }
}
